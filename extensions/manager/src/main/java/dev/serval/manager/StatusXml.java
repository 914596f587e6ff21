package dev.serval.manager;

import dev.serval.operations.PortView;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;

/** The status as XML, in the form of Tomcat's. Stateless. */
final class StatusXml {
    private StatusXml() {}

    static String text(List<PortView> ports, String contextPath) {
        StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"utf-8\"?>");
        out.append("<?xml-stylesheet type=\"text/xsl\" href=\"");
        out.append(contextPath).append("/xform.xsl\" ?>\n<status><jvm>");
        Runtime runtime = Runtime.getRuntime();
        out.append("<memory free='").append(runtime.freeMemory());
        out.append("' total='").append(runtime.totalMemory());
        out.append("' max='").append(runtime.maxMemory()).append("'/>");
        for (MemoryPoolMXBean pool : pools()) {
            out.append("<memorypool name='").append(attribute(pool.getName()));
            out.append("' type='").append(pool.getType());
            out.append("' usageInit='").append(pool.getUsage().getInit());
            out.append("' usageCommitted='").append(pool.getUsage().getCommitted());
            out.append("' usageMax='").append(pool.getUsage().getMax());
            out.append("' usageUsed='").append(pool.getUsage().getUsed()).append("'/>");
        }
        out.append("</jvm>");
        ports.forEach(port -> connector(out, port));
        return out.append("</status>").toString();
    }

    /** The pools that report their usage, by type and name. */
    static List<MemoryPoolMXBean> pools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getUsage() != null)
                .sorted(
                        java.util.Comparator.comparing(MemoryPoolMXBean::getType)
                                .thenComparing(MemoryPoolMXBean::getName))
                .toList();
    }

    private static void connector(StringBuilder out, PortView port) {
        Map<String, Object> counts = ServerBeans.counts(port.name());
        out.append("<connector name='\"").append(attribute(port.name())).append("\"'>");
        out.append("<threadInfo  maxThreads=\"").append(port.maxThreads());
        out.append("\" currentThreadCount=\"").append(number(counts, "threads"));
        out.append("\" currentThreadsBusy=\"").append(number(counts, "threadsBusy"));
        out.append("\" /><requestInfo  maxTime=\"").append(number(counts, "maxMillis"));
        out.append("\" processingTime=\"").append(number(counts, "processingMillis"));
        out.append("\" requestCount=\"").append(number(counts, "requests"));
        out.append("\" errorCount=\"").append(number(counts, "errors"));
        out.append("\" bytesReceived=\"").append(number(counts, "bytesReceived"));
        out.append("\" bytesSent=\"").append(number(counts, "bytesSent"));
        out.append("\" /><workers>");
        for (ObjectName worker : ServerBeans.workers(port.name())) {
            worker(out, worker);
        }
        out.append("</workers></connector>");
    }

    /** 0 where the server does not count it. */
    static Object number(Map<String, Object> counts, String name) {
        Object value = counts.get(name);
        return value == null ? 0 : value;
    }

    private static void worker(StringBuilder out, ObjectName worker) {
        Object stage = ServerBeans.of(worker, "stage");
        String letters = "?PPSFK?R";
        char letter =
                stage instanceof Integer number && number >= 0 && number < letters.length()
                        ? letters.charAt(number)
                        : '?';
        out.append("<worker  stage=\"").append(letter);
        said(out, worker, "requestProcessingTime", "requestProcessingTime");
        said(out, worker, "requestBytesSent", "requestBytesSent");
        said(out, worker, "requestBytesReceived", "requestBytesReceived");
        said(out, worker, "remoteAddr", "remoteAddr");
        said(out, worker, "virtualHost", "virtualHost");
        said(out, worker, "method", "method");
        said(out, worker, "currentUri", "currentUri");
        // The query may hold secrets.
        out.append("\" currentQueryString=\"&#63;");
        said(out, worker, "protocol", "protocol");
        out.append("\" />");
    }

    private static void said(StringBuilder out, ObjectName worker, String attribute, String name) {
        Object value = ServerBeans.of(worker, attribute);
        out.append("\" ").append(name).append("=\"");
        out.append(value == null ? "&#63;" : attribute(value.toString()));
    }

    private static String attribute(String text) {
        return Markup.escaped(text).replace("&#39;", "&apos;").replace("&#47;", "/");
    }
}
