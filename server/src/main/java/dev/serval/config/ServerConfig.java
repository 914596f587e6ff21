package dev.serval.config;

import java.util.List;

/**
 * The element {@code Server}: everything that one process serves. Immutable.
 *
 * @param at where it stands
 * @param listeners as given; none has an effect yet
 * @param services at least one
 */
public record ServerConfig(
        Location at, List<ListenerConfig> listeners, List<ServiceConfig> services) {
    public ServerConfig {
        listeners = List.copyOf(listeners);
        services = List.copyOf(services);
    }
}
