package dev.serval.config;

import dev.serval.extension.Extensions;
import dev.serval.settings.Location;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The element {@code Server}: everything that one process serves. Immutable.
 *
 * @param at where it stands
 * @param listeners as given; none has an effect yet
 * @param services at least one
 * @param userDatabases path names of user files, by the names that realms have for them
 * @param extensions what they may be made of beside what the server itself has
 */
public record ServerConfig(
        Location at,
        List<ListenerConfig> listeners,
        List<ServiceConfig> services,
        Map<String, String> userDatabases,
        Extensions extensions) {
    public ServerConfig {
        userDatabases = Map.copyOf(userDatabases);
        listeners = List.copyOf(listeners);
        services = List.copyOf(services);
    }

    /** Without databases of users, with the extensions of the class path. */
    public ServerConfig(Location at, List<ListenerConfig> listeners, List<ServiceConfig> services) {
        this(at, listeners, services, Map.of(), Extensions.onClassPath());
    }

    /** How long requests in flight may take when the server stops: the longest of its services. */
    public Duration gracefulStopAwait() {
        return services.stream()
                .map(ServiceConfig::gracefulStopAwait)
                .max(Comparator.naturalOrder())
                .orElse(ServiceConfig.GRACEFUL_STOP_AWAIT);
    }
}
