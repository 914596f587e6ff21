package dev.serval.config;

import dev.serval.extension.Offer.Factory;
import dev.serval.security.SingleSignOn;
import dev.serval.settings.Location;
import dev.serval.valve.Valve;
import java.util.List;

/**
 * The element {@code Engine}: the virtual hosts of a service. Immutable.
 *
 * @param at its place
 * @param name for messages and directories; default Catalina
 * @param jvmRoute the end of the ids of its sessions, by which a balancer finds this server; null
 *     if there is none
 * @param defaultHost the name of one of the hosts, which serves unknown names
 * @param hosts at least one
 * @param valves of all hosts, in their order
 * @param realm of all hosts; null if there is none
 * @param singleSignOn makes the logins that all hosts share; null when they share none
 */
public record EngineConfig(
        Location at,
        String name,
        String jvmRoute,
        String defaultHost,
        List<HostConfig> hosts,
        List<Factory<Valve>> valves,
        RealmConfig realm,
        Factory<SingleSignOn> singleSignOn) {
    public EngineConfig {
        hosts = List.copyOf(hosts);
        valves = List.copyOf(valves);
    }

    /** The same with these hosts. */
    public EngineConfig with(List<HostConfig> others) {
        return new EngineConfig(
                at, name, jvmRoute, defaultHost, others, valves, realm, singleSignOn);
    }
}
