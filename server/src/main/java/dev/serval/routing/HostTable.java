package dev.serval.routing;

import dev.serval.http.RequestHead;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The virtual hosts and their names. Immutable. Names are compared without regard to case, an exact
 * one before a wildcard; a request that names no known host goes to the default host.
 */
public final class HostTable {
    private final HostName[] names;
    private final VirtualHost fallback;
    private final boolean single;

    private HostTable(List<HostName> names, VirtualHost fallback, boolean single) {
        // Exact names first, then wildcards, the longest first.
        names.sort(
                Comparator.comparing(HostName::wildcard)
                        .thenComparing(Comparator.comparingInt(HostName::length).reversed()));
        this.names = names.toArray(HostName[]::new);
        this.fallback = fallback;
        this.single = single;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The host that a request names, found without making a string. */
    VirtualHost find(RequestHead head) {
        if (single) {
            return fallback;
        }
        for (HostName name : names) {
            if (name.matches(head.bytes(), head.hostStart(), head.hostEnd())) {
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
            VirtualHost host = new VirtualHost(name.toLowerCase(Locale.ROOT), contexts, log);
            hosts.add(host);
            add(name, host);
            for (String alias : aliases) {
                add(alias, host);
            }
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
            return new HostTable(new ArrayList<>(names), fallback, hosts.size() == 1);
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
