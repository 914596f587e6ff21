package dev.serval.config;

import dev.serval.extension.Offer.Factory;
import dev.serval.settings.Location;
import dev.serval.valve.Valve;
import java.util.List;

/**
 * The element {@code Engine}: the virtual hosts of a service. Immutable.
 *
 * @param at where it stands
 * @param name for messages and directories; default Catalina
 * @param defaultHost the name of one of the hosts, which answers for unknown names
 * @param hosts at least one
 * @param valves of all hosts, in their order
 * @param realm of all hosts; null if there is none
 */
public record EngineConfig(
        Location at,
        String name,
        String defaultHost,
        List<HostConfig> hosts,
        List<Factory<Valve>> valves,
        RealmConfig realm) {
    public EngineConfig {
        hosts = List.copyOf(hosts);
        valves = List.copyOf(valves);
    }
}
