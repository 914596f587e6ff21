package dev.serval.manager;

import dev.serval.operations.PortView;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * The counts of the server, from its beans with Tomcat's object names; any of them may be missing.
 * Thread-safe.
 */
final class ServerBeans {
    private static final int MOST_REQUESTS = 200;
    private static final int SERVICE = 3; // of Tomcat's stages of a request

    /** Null if there is no such bean or attribute. */
    static Object attribute(String name, String attribute) {
        try {
            return attribute(new ObjectName(name), attribute);
        } catch (MalformedObjectNameException e) {
            return null;
        }
    }

    private static Object attribute(ObjectName name, String attribute) {
        try {
            return ManagementFactory.getPlatformMBeanServer().getAttribute(name, attribute);
        } catch (JMException | RuntimeException e) {
            return null; // the bean has gone, or does not count it
        }
    }

    /** The beans of a type and, unless it is null, of a connector. */
    private static Set<ObjectName> beans(String type, String connector) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            Set<ObjectName> names =
                    server.queryNames(new ObjectName("*:type=" + type + ",*"), null);
            names.removeIf(
                    name -> {
                        String of =
                                name.getKeyProperty(
                                        type.equals("RequestProcessor") ? "worker" : "name");
                        return connector != null
                                && (of == null || !of.replace("\"", "").equals(connector));
                    });
            return names;
        } catch (MalformedObjectNameException e) {
            return Set.of();
        }
    }

    /**
     * The beans with certain properties, and perhaps others; in order.
     *
     * @param first property and value
     * @param more properties and values by turns
     */
    static Set<ObjectName> named(String first, String... more) {
        StringBuilder name = new StringBuilder("*:").append(first);
        for (int i = 0; i < more.length; i += 2) {
            String value = more[i + 1];
            boolean plain = value.chars().noneMatch(c -> ",=:\"*?\n".indexOf(c) >= 0);
            name.append(',').append(more[i]).append('=');
            name.append(plain ? value : ObjectName.quote(value));
        }
        try {
            return new TreeSet<>(
                    ManagementFactory.getPlatformMBeanServer()
                            .queryNames(new ObjectName(name.append(",*").toString()), null));
        } catch (MalformedObjectNameException e) {
            return Set.of();
        }
    }

    /** The numbers of a connector: its own, and those of its beans. */
    Map<String, Object> live(PortView port) {
        Map<String, Object> live =
                Json.object(
                        "name",
                        port.name(),
                        "port",
                        port.port(),
                        "connections",
                        port.connections(),
                        "maxConnections",
                        port.maxConnections(),
                        "maxThreads",
                        port.maxThreads());
        live.putAll(counts(port.name()));
        return live;
    }

    /** Each is null where it is not counted. */
    static Map<String, Object> counts(String connector) {
        Map<String, Object> counts = new HashMap<>();
        put(counts, "ThreadPool", connector, "currentThreadsBusy", "threadsBusy");
        put(counts, "ThreadPool", connector, "currentThreadCount", "threads");
        String requests = "GlobalRequestProcessor";
        put(counts, requests, connector, "requestCount", "requests");
        put(counts, requests, connector, "errorCount", "errors");
        put(counts, requests, connector, "bytesReceived", "bytesReceived");
        put(counts, requests, connector, "bytesSent", "bytesSent");
        put(counts, requests, connector, "processingTime", "processingMillis");
        put(counts, requests, connector, "maxTime", "maxMillis");
        return counts;
    }

    private static void put(
            Map<String, Object> into, String type, String connector, String from, String to) {
        Object value = null;
        for (ObjectName name : beans(type, connector)) {
            value = attribute(name, from);
        }
        into.put(to, value);
    }

    /**
     * The requests in flight, the oldest first.
     *
     * @param others names of hosts, in lower case, whose requests are left out
     */
    Map<String, Object> requests(Set<String> others) {
        Set<ObjectName> names = beans("RequestProcessor", null);
        List<Map<String, Object>> all = new ArrayList<>();
        Map<String, ThreadInfo> threads = null;
        for (ObjectName name : names) {
            String host = String.valueOf(attribute(name, "virtualHost")).replaceFirst(":\\d*$", "");
            if (attribute(name, "stage") instanceof Integer stage
                    && stage == SERVICE
                    && !others.contains(host.toLowerCase(Locale.ROOT))) {
                if (threads == null) {
                    threads = threads();
                }
                all.add(request(name, threads));
            }
        }
        all.sort(
                Comparator.comparingLong(
                        (Map<String, Object> each) ->
                                each.get("ageMillis") instanceof Number age
                                        ? -age.longValue()
                                        : 0));
        return Json.object(
                "available",
                !names.isEmpty(),
                "requests",
                all.subList(0, Math.min(MOST_REQUESTS, all.size())));
    }

    private static Map<String, ThreadInfo> threads() {
        Map<String, ThreadInfo> threads = new HashMap<>();
        for (ThreadInfo info : ManagementFactory.getThreadMXBean().dumpAllThreads(false, false)) {
            threads.put(info.getThreadName(), info);
        }
        return threads;
    }

    private static Map<String, Object> request(ObjectName name, Map<String, ThreadInfo> threads) {
        Object thread = attribute(name, "workerThreadName");
        ThreadInfo info = thread == null ? null : threads.get(thread.toString());
        String connector = name.getKeyProperty("worker");
        return Json.object(
                "id",
                name.getKeyProperty("name"),
                "method",
                attribute(name, "method"),
                "uri",
                attribute(name, "currentUri"),
                "protocol",
                attribute(name, "protocol"),
                "client",
                attribute(name, "remoteAddr"),
                "host",
                attribute(name, "virtualHost"),
                "application",
                null,
                "connector",
                connector == null ? null : connector.replace("\"", ""),
                "ageMillis",
                attribute(name, "requestProcessingTime"),
                "bytesSent",
                attribute(name, "requestBytesSent"),
                "stage",
                "service",
                "thread",
                thread,
                "stack",
                info == null ? List.of() : ProcessViews.stack(info.getStackTrace()));
    }

    /** The workers of a connector, for the status. */
    static Set<ObjectName> workers(String connector) {
        return beans("RequestProcessor", connector);
    }

    static Object of(ObjectName name, String attribute) {
        return attribute(name, attribute);
    }
}
