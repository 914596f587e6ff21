package dev.serval.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The server's own counters, in memory. Thread-safe. Those of an application go on when it is
 * replaced; those of paths that came after the first {@value #MOST} are not kept apart.
 */
public final class ServerMetrics implements MetricsConsumer {
    private static final int MOST = 1000;

    /** The name of an application. Immutable. */
    public record ApplicationName(String host, String path) implements Comparable<ApplicationName> {
        private static final ApplicationName OTHERS = new ApplicationName("", "(others)");

        // Written out, since the methods that the compiler generates for a record slow a start.
        @Override
        public boolean equals(Object other) {
            return other instanceof ApplicationName name
                    && host.equals(name.host)
                    && path.equals(name.path);
        }

        @Override
        public int hashCode() {
            return 31 * host.hashCode() + path.hashCode();
        }

        @Override
        public int compareTo(ApplicationName other) {
            int hosts = host.compareTo(other.host);
            return hosts == 0 ? path.compareTo(other.path) : hosts;
        }
    }

    private final Map<String, RequestCounters> connectors = new ConcurrentHashMap<>();
    private final Map<ApplicationName, RequestCounters> applications = new ConcurrentHashMap<>();

    public ServerMetrics() {}

    @Override
    public RequestCounters connector(String name) {
        return connectors.computeIfAbsent(name, key -> new RequestCounters());
    }

    @Override
    public RequestCounters application(String host, String path) {
        ApplicationName name = new ApplicationName(host, path);
        boolean full = applications.size() >= MOST && !applications.containsKey(name);
        RequestCounters counters =
                applications.computeIfAbsent(
                        full ? ApplicationName.OTHERS : name, key -> new RequestCounters());
        counters.started();
        return counters;
    }

    /** The counters of an application; null if none are kept. */
    public RequestCounters of(String host, String path) {
        return applications.get(new ApplicationName(host, path));
    }

    /** The counters by the names of the connectors. */
    public Map<String, RequestCounters> connectors() {
        return new TreeMap<>(connectors);
    }

    /** The counters by the names of the applications. */
    public Map<ApplicationName, RequestCounters> applications() {
        return new TreeMap<>(applications);
    }
}
