package dev.serval.routing;

import dev.serval.http.Exchange;
import dev.serval.http.Origin;
import dev.serval.http.RequestHead;
import dev.serval.net.Peer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The virtual hosts and their names. Immutable. Names are compared without regard to case, an exact
 * one before a wildcard; a request that names no known host goes to the default host.
 */
public final class HostTable {
    private final HostName[] names;
    private final VirtualHost fallback;
    private final boolean single;

    // Null for none.
    private final Predicate<Exchange> first;

    private HostTable(
            List<HostName> names, VirtualHost fallback, boolean single, Predicate<Exchange> first) {
        // Exact names first, then wildcards, the longest first.
        names.sort(
                Comparator.comparing(HostName::wildcard)
                        .thenComparing(Comparator.comparingInt(HostName::length).reversed()));
        this.names = names.toArray(HostName[]::new);
        this.fallback = fallback;
        this.single = single;
        this.first = first;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** False for an exchange that is to be refused; before the host is found. */
    boolean admits(Exchange exchange) {
        return first == null || first.test(exchange);
    }

    /** The host for an exchange: where proxies or the address say another name, that counts. */
    VirtualHost find(Exchange exchange) {
        if (single) {
            return fallback;
        }
        Origin origin = exchange.origin();
        String name = null;
        if (origin.useIPVHosts()) {
            name = local(exchange.peer());
        } else if (exchange.forwarded() != null
                && !Objects.equals(origin.proxyName(), exchange.connectorOrigin().proxyName())) {
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

    /** The host that a request names, found without making a string. */
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
        private Predicate<Exchange> first;

        private Builder() {}

        /**
         * Adds a host. Throws IllegalArgumentException for a malformed name, and for one that is
         * taken.
         *
         * @param name without port; {@code *.example.com} stands for one more label
         * @param aliases further names
         * @param contexts its applications
         * @param log told of every exchange; null for none
         */
        public Builder host(
                String name, List<String> aliases, ContextTable contexts, CompletionListener log) {
            return host(name, aliases, contexts, log, null);
        }

        /**
         * The same with somebody who looks at every exchange of the host first.
         *
         * @param first false for an exchange to be refused; null for nobody
         */
        public Builder host(
                String name,
                List<String> aliases,
                ContextTable contexts,
                CompletionListener log,
                Predicate<Exchange> first) {
            VirtualHost host = new VirtualHost(name.toLowerCase(Locale.ROOT), contexts, log, first);
            hosts.add(host);
            add(name, host);
            for (String alias : aliases) {
                add(alias, host);
            }
            return this;
        }

        /** Looks at every exchange before its host is found; false for one to be refused. */
        public Builder first(Predicate<Exchange> looks) {
            first = looks;
            return this;
        }

        /** The host for all other names; without this the first one. */
        public Builder defaultHost(String name) {
            defaultName = name.toLowerCase(Locale.ROOT);
            return this;
        }

        /** Throws IllegalStateException without a host, or when the default host is unknown. */
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
            return new HostTable(new ArrayList<>(names), fallback, hosts.size() == 1, first);
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
