package dev.serval.config;

import java.util.List;

/**
 * The element {@code Engine}: the virtual hosts of a service. Immutable.
 *
 * @param at where it stands
 * @param name for messages and directories; default Catalina
 * @param defaultHost the name of one of the hosts, which answers for unknown names
 * @param hosts at least one
 * @param accessLogs of all hosts
 */
public record EngineConfig(
        Location at,
        String name,
        String defaultHost,
        List<HostConfig> hosts,
        List<AccessLogConfig> accessLogs) {
    public EngineConfig {
        hosts = List.copyOf(hosts);
        accessLogs = List.copyOf(accessLogs);
    }
}
