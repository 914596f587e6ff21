package dev.serval.redis;

import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import java.util.LinkedHashSet;
import java.util.Set;
import redis.clients.jedis.HostAndPort;

/** Hosts with ports, as an attribute lists them. Stateless. */
final class Addresses {
    private static final int REDIS = 6379;

    private Addresses() {}

    static Format<Set<HostAndPort>> format() {
        return new Format<>("host, host:port or [IPv6]:port, separated by commas", Addresses::all);
    }

    private static Set<HostAndPort> all(String text) throws BadValue {
        Set<HostAndPort> all = new LinkedHashSet<>();
        for (String part : text.split(",")) {
            if (!part.isBlank()) {
                all.add(one(part.strip()));
            }
        }
        if (all.isEmpty()) {
            throw new BadValue("names no host");
        }
        return all;
    }

    private static HostAndPort one(String text) throws BadValue {
        if (text.indexOf('@') >= 0 || text.indexOf('/') >= 0) {
            // Without the text, which may have a password.
            throw new BadValue(
                    "has a URL in place of an address; user, password and tls are attributes of"
                            + " their own");
        }
        int colon = text.lastIndexOf(':');
        // Without a port, the last colon of an IPv6 address is inside of its brackets.
        boolean port = colon > text.lastIndexOf(']');
        String host = port ? text.substring(0, colon) : text;
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw new BadValue("has an IPv6 address without brackets: " + text);
        }
        if (host.isEmpty() || host.chars().anyMatch(c -> c <= ' ')) {
            throw new BadValue("has an address without a host name: " + text);
        }
        return new HostAndPort(host, port ? port(text.substring(colon + 1)) : REDIS);
    }

    private static int port(String text) throws BadValue {
        try {
            int port = Integer.parseInt(text);
            if (port > 0 && port < 65536) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Handled like a port that is out of range.
        }
        throw new BadValue("has the port " + text + ", which is not from 1 to 65535");
    }
}
