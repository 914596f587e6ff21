package dev.serval.ops;

import dev.serval.lifecycle.LogLevels;
import dev.serval.metrics.ServerMetrics;
import dev.serval.monitor.RunningServer;
import dev.serval.monitor.StartedWith;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** The pages of the endpoint by their paths. Immutable, thread-safe. */
public final class OpsPages {
    private final Map<String, OpsPage> pages = new TreeMap<>();

    /**
     * @param metrics null if requests are not counted
     */
    public OpsPages(
            RunningServer server,
            StartedWith given,
            ServerMetrics metrics,
            int hurtSeconds,
            boolean failedApplications) {
        ReadinessCheck readiness = new ReadinessCheck(server, hurtSeconds, failedApplications);
        pages.put("/live", (request, answer) -> answer.append("live\n"));
        pages.put("/ready", readiness::write);
        pages.put("/metrics", new MetricsPage(server, metrics, readiness)::write);
        pages.put("/requests", new RequestsPage(server)::write);
        pages.put("/threads", new ThreadsPage()::write);
        pages.put("/config", new ConfigPage(given)::write);
        LogLevels levels = given.levels();
        if (levels != LogLevels.NONE) {
            pages.put("/loglevel", new LogLevelPage(levels)::write);
        }
    }

    /** Answers a request that is permitted. */
    void write(OpsRequest request, OpsAnswer answer) throws IOException {
        OpsPage page = pages.get(request.path());
        if (request.path().equals("/")) {
            page = (asked, list) -> pages.keySet().forEach(path -> list.append(path).append('\n'));
        }
        if (page == null) {
            answer.refuse(404, "there are " + String.join(", ", pages.keySet()));
            return;
        }
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        boolean changes =
                request.method().equals("POST") && request.path().equals(LogLevelPage.PATH);
        if (!reads && !changes) {
            answer.refuse(405, "this page is only read");
            return;
        }
        page.write(request, answer);
    }
}
