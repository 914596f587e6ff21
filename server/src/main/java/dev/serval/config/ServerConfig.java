package dev.serval.config;

import dev.serval.extension.Extensions;
import dev.serval.settings.Location;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The element {@code Server}: everything that one process serves. Immutable.
 *
 * @param at its place
 * @param listeners as given
 * @param services at least one
 * @param userDatabases files of users, by the names that realms have for them
 * @param globals what GlobalNamingResources has for applications, by its names
 * @param extensions the extensions, which offer parts beside those of the server itself
 * @param compatibility how far it follows Tomcat
 * @param stop how it stops
 * @param outline what the file says; null if there is no file
 */
public record ServerConfig(
        Location at,
        List<ListenerConfig> listeners,
        List<ServiceConfig> services,
        Map<String, UserDatabaseConfig> userDatabases,
        Map<String, ContextEntry<Object>> globals,
        Extensions extensions,
        Compatibility compatibility,
        StopConfig stop,
        Outline outline) {
    public ServerConfig {
        userDatabases = Map.copyOf(userDatabases);
        globals = Collections.unmodifiableMap(new LinkedHashMap<>(globals));
        listeners = List.copyOf(listeners);
        services = List.copyOf(services);
    }

    /** A server that stops with the defaults. */
    public ServerConfig(
            Location at,
            List<ListenerConfig> listeners,
            List<ServiceConfig> services,
            Map<String, UserDatabaseConfig> userDatabases,
            Map<String, ContextEntry<Object>> globals,
            Extensions extensions,
            Compatibility compatibility) {
        this(
                at,
                listeners,
                services,
                userDatabases,
                globals,
                extensions,
                compatibility,
                StopConfig.DEFAULTS,
                null);
    }

    /** A server without databases of users, with the extensions of the class path. */
    public ServerConfig(Location at, List<ListenerConfig> listeners, List<ServiceConfig> services) {
        this(
                at,
                listeners,
                services,
                Map.of(),
                Map.of(),
                Extensions.onClassPath(),
                Compatibility.NONE);
    }

    /** The time limit of requests in flight when the server stops: the longest of its services. */
    public Duration gracefulStopAwait() {
        return services.stream()
                .map(ServiceConfig::gracefulStopAwait)
                .max(Comparator.naturalOrder())
                .orElse(ServiceConfig.GRACEFUL_STOP_AWAIT);
    }
}
