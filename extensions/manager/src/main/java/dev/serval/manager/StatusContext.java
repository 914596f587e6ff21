package dev.serval.manager;

import dev.serval.operations.DeployedApplication;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.ObjectName;

/**
 * An application in the status, with the counts of its sessions and servlets; 0 for missing ones.
 * Stateless.
 */
final class StatusContext {
    private static final List<String> SESSIONS =
            List.of(
                    "activeSessions",
                    "sessionCounter",
                    "maxActive",
                    "rejectedSessions",
                    "expiredSessions",
                    "sessionMaxAliveTime",
                    "sessionAverageAliveTime",
                    "processingTime");
    private static final List<String> CALLS =
            List.of(
                    "processingTime",
                    "maxTime",
                    "requestCount",
                    "errorCount",
                    "loadTime",
                    "classLoadTime");

    private StatusContext() {}

    static Map<String, Object> of(DeployedApplication each) {
        String host = each.status().host();
        String path = each.name().path().isEmpty() ? "/" : each.name().path();
        // That of the beans has the version, too.
        String version = each.name().version();
        String named = version.isEmpty() ? path : path + "##" + version;
        Map<String, Object> sessions =
                figures(
                        ServerBeans.named("type=Manager", "host", host, "context", named),
                        SESSIONS);
        sessions.put("activeSessions", each.status().sessions());
        return Json.object(
                "name",
                host + path,
                "state",
                each.status().state(),
                "startTime",
                Date.from(each.status().since()),
                "startupTime",
                0,
                "tldScanTime",
                0,
                "manager",
                sessions,
                // The engine of pages does not count them.
                "jsp",
                Json.object("jspCount", 0, "jspReloadCount", 0),
                "wrapper",
                servlets(ServerBeans.named("j2eeType=Servlet", "WebModule", "//" + host + named)));
    }

    private static List<Object> servlets(Set<ObjectName> beans) {
        List<Object> servlets = new ArrayList<>();
        for (ObjectName bean : beans) {
            Map<String, Object> servlet =
                    Json.object("servletName", ServerBeans.of(bean, "servletName"));
            servlet.putAll(figures(Set.of(bean), CALLS));
            servlets.add(servlet);
        }
        return servlets;
    }

    private static Map<String, Object> figures(Set<ObjectName> beans, List<String> names) {
        Map<String, Object> figures = new LinkedHashMap<>();
        for (String name : names) {
            Object value = null;
            for (ObjectName bean : beans) {
                value = ServerBeans.of(bean, name);
            }
            figures.put(name, value == null ? 0 : value);
        }
        return figures;
    }
}
