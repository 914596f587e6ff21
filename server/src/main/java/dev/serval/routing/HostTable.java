package dev.serval.routing;

import dev.serval.http.Exchange;
import dev.serval.http.Origin;
import dev.serval.http.RequestHead;
import dev.serval.net.Peer;
import dev.serval.valve.PreRoutingValve;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * The virtual hosts and their names. Immutable. The case of names does not matter, and exact names
 * come before wildcards; a request that names no known host goes to the default host.
 */
public final class HostTable {
    private final HostName[] names;
    private final VirtualHost fallback;
    private final boolean single;

    // Null if there is none.
    private final PreRoutingValve[] preRouting;
    private final InFlight inFlight;

    private HostTable(
            List<HostName> names,
            VirtualHost fallback,
            boolean single,
            PreRoutingValve[] preRouting,
            InFlight inFlight) {
        // Exact names first, then wildcards, the longest first.
        names.sort(
                Comparator.comparing(HostName::wildcard)
                        .thenComparing(Comparator.comparingInt(HostName::length).reversed()));
        this.names = names.toArray(HostName[]::new);
        this.fallback = fallback;
        this.single = single;
        this.preRouting = preRouting;
        this.inFlight = inFlight;
    }

    public static Builder builder() {
        return builder(new InFlight());
    }

    /**
     * @param inFlight counts the exchanges that use the valves and logins of the hosts; tables with
     *     the same ones share it
     */
    public static Builder builder(InFlight inFlight) {
        return new Builder(inFlight);
    }

    /** Counts the exchanges that use this table, and others with the same valves. */
    InFlight inFlight() {
        return inFlight;
    }

    /** The valves that see an exchange before its host is found; null if there are none. */
    PreRoutingValve[] preRouting() {
        return preRouting;
    }

    /** The host of that name; the default host if there is none. */
    VirtualHost named(String name) {
        for (HostName known : names) {
            if (known.host().name().equals(name)) {
                return known.host();
            }
        }
        return fallback;
    }

    /** The host for an exchange; a name from proxies or from the address takes precedence. */
    VirtualHost find(Exchange exchange) {
        if (single) {
            return fallback;
        }
        Origin origin = exchange.origin();
        String name = null;
        if (origin.useIPVHosts()) {
            name = local(exchange.peer());
        } else if (exchange.forwarded() != null
                && !Objects.equals(origin.proxyName(), exchange.config().origin().proxyName())) {
            name = origin.proxyName();
        }
        if (name == null) {
            return find(exchange.request());
        }
        byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
        return find(bytes, 0, bytes.length);
    }

    private static String local(Peer peer) {
        if (!(peer.local() instanceof InetSocketAddress local)) {
            return "";
        }
        String address = local.getAddress().getHostAddress().replaceAll("%.*", "");
        return address.indexOf(':') >= 0 ? "[" + address + "]" : address;
    }

    /** The host that a request names, found without creating a string. */
    VirtualHost find(RequestHead head) {
        if (single) {
            return fallback;
        }
        return find(head.bytes(), head.hostStart(), head.hostEnd());
    }

    private VirtualHost find(byte[] bytes, int start, int end) {
        for (HostName name : names) {
            if (name.matches(bytes, start, end)) {
                return name.host();
            }
        }
        return fallback;
    }

    VirtualHost defaultHost() {
        return fallback;
    }

    /** Collects hosts. Not thread-safe. */
    public static final class Builder {
        private final List<VirtualHost> hosts = new ArrayList<>();
        private final List<HostName> names = new ArrayList<>();
        private final Set<String> taken = new HashSet<>();
        private String defaultName;
        private final InFlight inFlight;
        private PreRoutingValve[] preRouting;

        private Builder(InFlight inFlight) {
            this.inFlight = inFlight;
        }

        /**
         * Adds a host. Throws IllegalArgumentException if a name is malformed or taken.
         *
         * @param name without port; the asterisk of {@code *.example.com} is one label
         * @param aliases further names
         * @param contexts its applications
         * @param valves around its requests
         */
        public Builder host(
                String name, List<String> aliases, ContextTable contexts, HostValves valves) {
            VirtualHost host =
                    new VirtualHost(name.toLowerCase(Locale.ROOT), contexts, valves, inFlight);
            hosts.add(host);
            add(name, host);
            for (String alias : aliases) {
                add(alias, host);
            }
            return this;
        }

        /** The valves that see every exchange before its host is found; null if there are none. */
        public Builder preRouting(PreRoutingValve[] looks) {
            preRouting = looks;
            return this;
        }

        /** The host for all other names; otherwise the first one. */
        public Builder defaultHost(String name) {
            defaultName = name.toLowerCase(Locale.ROOT);
            return this;
        }

        /** Throws IllegalStateException without a host, or if the default host is unknown. */
        public HostTable build() {
            if (hosts.isEmpty()) {
                throw new IllegalStateException("there is no host");
            }
            VirtualHost fallback = hosts.get(0);
            if (defaultName != null) {
                fallback =
                        hosts.stream()
                                .filter(host -> host.name().equals(defaultName))
                                .findFirst()
                                .orElseThrow(
                                        () ->
                                                new IllegalStateException(
                                                        "no host is named '" + defaultName + "'"));
            }
            return new HostTable(
                    new ArrayList<>(names), fallback, hosts.size() == 1, preRouting, inFlight);
        }

        private void add(String name, VirtualHost host) {
            HostName added = HostName.of(name, host);
            if (!taken.add(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("two hosts are named '" + name + "'");
            }
            names.add(added);
        }
    }
}
