package dev.serval.config;

import dev.serval.valve.RemoteIpConfig;
import java.util.List;

/**
 * The element {@code Engine}: the virtual hosts of a service. Immutable.
 *
 * @param at where it stands
 * @param name for messages and directories; default Catalina
 * @param defaultHost the name of one of the hosts, which answers for unknown names
 * @param hosts at least one
 * @param accessLogs of all hosts
 * @param remoteIp the RemoteIpValve for all hosts; null for none
 * @param realm of all hosts; null for none
 */
public record EngineConfig(
        Location at,
        String name,
        String defaultHost,
        List<HostConfig> hosts,
        List<AccessLogConfig> accessLogs,
        RemoteIpConfig remoteIp,
        RealmConfig realm) {
    public EngineConfig {
        hosts = List.copyOf(hosts);
        accessLogs = List.copyOf(accessLogs);
    }

    /** Without a RemoteIpValve and a Realm. */
    public EngineConfig(
            Location at,
            String name,
            String defaultHost,
            List<HostConfig> hosts,
            List<AccessLogConfig> accessLogs) {
        this(at, name, defaultHost, hosts, accessLogs, null, null);
    }
}
