package dev.serval.manager;

import dev.serval.operations.DeployedApplication;
import dev.serval.operations.PortView;
import java.lang.management.MemoryPoolMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The status as JSON, in the form of Tomcat's. Stateless. */
final class StatusJson {
    private StatusJson() {}

    /**
     * @param applications null if they are not requested
     */
    static String text(List<PortView> ports, List<DeployedApplication> applications) {
        Runtime runtime = Runtime.getRuntime();
        List<Object> pools = new ArrayList<>();
        for (MemoryPoolMXBean pool : StatusXml.pools()) {
            pools.add(
                    Json.object(
                            "name",
                            pool.getName(),
                            "type",
                            pool.getType(),
                            "usageInit",
                            pool.getUsage().getInit(),
                            "usageCommitted",
                            pool.getUsage().getCommitted(),
                            "usageMax",
                            pool.getUsage().getMax(),
                            "usageUsed",
                            pool.getUsage().getUsed()));
        }
        Map<String, Object> status =
                Json.object(
                        "jvm",
                        Json.object(
                                "memory",
                                Json.object(
                                        "free",
                                        runtime.freeMemory(),
                                        "total",
                                        runtime.totalMemory(),
                                        "max",
                                        runtime.maxMemory()),
                                "memorypool",
                                pools),
                        "connector",
                        ports.stream().map(StatusJson::connector).toList());
        if (applications != null) {
            status.put("context", applications.stream().map(StatusContext::of).toList());
        }
        return Json.text(Json.object("tomcat", status));
    }

    private static Map<String, Object> connector(PortView port) {
        Map<String, Object> counts = ServerBeans.counts(port.name());
        return Json.object(
                "name",
                port.name(),
                "threadInfo",
                Json.object(
                        "maxThreads",
                        port.maxThreads(),
                        "currentThreadCount",
                        StatusXml.number(counts, "threads"),
                        "currentThreadsBusy",
                        StatusXml.number(counts, "threadsBusy")),
                "requestInfo",
                Json.object(
                        "maxTime",
                        StatusXml.number(counts, "maxMillis"),
                        "processingTime",
                        StatusXml.number(counts, "processingMillis"),
                        "requestCount",
                        StatusXml.number(counts, "requests"),
                        "errorCount",
                        StatusXml.number(counts, "errors"),
                        "bytesReceived",
                        StatusXml.number(counts, "bytesReceived"),
                        "bytesSent",
                        StatusXml.number(counts, "bytesSent")));
    }
}
