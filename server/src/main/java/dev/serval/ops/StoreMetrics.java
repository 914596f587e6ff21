package dev.serval.ops;

import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.metrics.MetricsText;
import dev.serval.metrics.ServerMetrics.ApplicationName;
import dev.serval.monitor.RunningServer;
import dev.serval.monitor.RunningServer.RunningApplication;
import dev.serval.monitor.RunningServer.RunningHost;
import dev.serval.monitor.RunningServer.RunningService;
import dev.serval.session.StoreFigures;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** The figures of the stores of sessions. Stateless. */
final class StoreMetrics {
    private StoreMetrics() {}

    /** Writes nothing if there are no stores. */
    static void write(RunningServer server, MetricsText out) throws IOException {
        Map<ApplicationName, StoreFigures> all = all(server);
        if (all.isEmpty()) {
            return;
        }
        String name = "serval_session_store_failures_total";
        out.counter(name, "Calls of the store of an application's sessions that failed.");
        for (Map.Entry<ApplicationName, StoreFigures> each : all.entrySet()) {
            out.sample(name, each.getValue().failed(), MetricsPage.labels(each.getKey()));
        }
        name = "serval_session_store_refused_total";
        out.counter(name, "Calls of a store that were not made, as it failed or was full.");
        for (Map.Entry<ApplicationName, StoreFigures> each : all.entrySet()) {
            out.sample(name, each.getValue().refused(), MetricsPage.labels(each.getKey()));
        }
        name = "serval_session_store_unremoved";
        out.gauge(name, "Sessions that have ended and that a store could not remove yet.");
        for (Map.Entry<ApplicationName, StoreFigures> each : all.entrySet()) {
            out.sample(name, each.getValue().unremoved(), MetricsPage.labels(each.getKey()));
        }
    }

    /** Versions of an application count as one. */
    private static Map<ApplicationName, StoreFigures> all(RunningServer server) {
        Map<ApplicationName, StoreFigures> all = new TreeMap<>();
        for (RunningService service : server.services()) {
            for (RunningHost host : service.hosts()) {
                for (RunningApplication application : host.applications()) {
                    StoreFigures figures =
                            application.context() == null
                                    ? null
                                    : application.context().sessions().storeFigures();
                    if (figures != null) {
                        ApplicationStatus status = application.status();
                        all.merge(
                                new ApplicationName(host.name(), status.path()),
                                figures,
                                StoreFigures::plus);
                    }
                }
            }
        }
        return all;
    }
}
