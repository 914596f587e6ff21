package dev.serval.manager;

import dev.serval.operations.DeployedApplication;
import dev.serval.operations.PortView;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The status as a plain page, for those who may see nothing else. Stateless. */
final class StatusPage {
    private StatusPage() {}

    static String text(
            String server, List<PortView> ports, List<DeployedApplication> applications) {
        StringBuilder out = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>");
        out.append("<meta charset=\"utf-8\"><title>Server status</title></head>\n<body>\n");
        out.append("<h1>Server status</h1>\n<p>").append(Markup.escaped(server)).append("</p>\n");
        Runtime runtime = Runtime.getRuntime();
        table(out, "Memory", "Free", "Total", "Max");
        row(
                out,
                mebibytes(runtime.freeMemory()),
                mebibytes(runtime.totalMemory()),
                mebibytes(runtime.maxMemory()));
        out.append("</table>\n");
        table(
                out,
                "Connectors",
                "Name",
                "Connections",
                "Threads busy",
                "Max threads",
                "Requests",
                "Errors",
                "Bytes sent");
        for (PortView port : ports) {
            Map<String, Object> counts = ServerBeans.counts(port.name());
            row(
                    out,
                    port.name(),
                    port.connections(),
                    StatusXml.number(counts, "threadsBusy"),
                    port.maxThreads(),
                    StatusXml.number(counts, "requests"),
                    StatusXml.number(counts, "errors"),
                    StatusXml.number(counts, "bytesSent"));
        }
        out.append("</table>\n");
        if (!applications.isEmpty()) {
            table(out, "Applications", "Host", "Path", "State", "Sessions", "Requests");
            for (DeployedApplication each : applications) {
                row(
                        out,
                        each.status().host(),
                        each.name().display(),
                        each.status().state().name().toLowerCase(Locale.ROOT),
                        each.status().sessions(),
                        each.requests());
            }
            out.append("</table>\n");
        }
        return out.append("</body>\n</html>\n").toString();
    }

    private static String mebibytes(long bytes) {
        return bytes / 1024 / 1024 + " MiB";
    }

    private static void table(StringBuilder out, String caption, String... columns) {
        out.append("<table>\n<caption>").append(caption).append("</caption>\n<tr>");
        for (String column : columns) {
            out.append("<th scope=\"col\">").append(column).append("</th>");
        }
        out.append("</tr>\n");
    }

    private static void row(StringBuilder out, Object... cells) {
        out.append("<tr>");
        for (Object cell : cells) {
            out.append("<td>").append(Markup.escaped(String.valueOf(cell))).append("</td>");
        }
        out.append("</tr>\n");
    }
}
