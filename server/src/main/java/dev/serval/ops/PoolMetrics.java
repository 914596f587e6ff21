package dev.serval.ops;

import dev.serval.metrics.MetricsText;
import dev.serval.monitor.RunningServer;
import dev.serval.monitor.RunningServer.RunningApplication;
import dev.serval.monitor.RunningServer.RunningHost;
import dev.serval.monitor.RunningServer.RunningPool;
import dev.serval.monitor.RunningServer.RunningService;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The figures of the pools of connections. Stateless. */
final class PoolMetrics {
    /** A pool with its host and application; both are empty for a pool of all applications. */
    private record Seen(String host, String application, RunningPool pool) {
        private String[] labels() {
            return new String[] {"host", host, "application", application, "resource", pool.name()};
        }

        private String[] labels(String state) {
            return new String[] {
                "host", host, "application", application, "resource", pool.name(), "state", state
            };
        }
    }

    private PoolMetrics() {}

    /** Writes nothing if there are no pools. */
    static void write(RunningServer server, MetricsText out) throws IOException {
        List<Seen> all = all(server);
        if (all.isEmpty()) {
            return;
        }
        String name = "serval_pool_connections";
        out.gauge(name, "Connections of a pool, by whether somebody uses them.");
        for (Seen each : all) {
            out.sample(name, each.pool.figures().active(), each.labels("active"));
            out.sample(name, each.pool.figures().idle(), each.labels("idle"));
        }
        name = "serval_pool_connections_limit";
        out.gauge(name, "maxTotal of a pool; less than 0 means any number.");
        for (Seen each : all) {
            out.sample(name, each.pool.figures().most(), each.labels());
        }
        name = "serval_pool_waiting";
        out.gauge(name, "Calls that wait for a connection of a pool.");
        for (Seen each : all) {
            out.sample(name, each.pool.figures().waiting(), each.labels());
        }
    }

    private static List<Seen> all(RunningServer server) {
        List<Seen> all = new ArrayList<>();
        server.pools().forEach(pool -> all.add(new Seen("", "", pool)));
        for (RunningService service : server.services()) {
            for (RunningHost host : service.hosts()) {
                for (RunningApplication application : host.applications()) {
                    String path = application.status().path();
                    String shown = path.isEmpty() ? "/" : path;
                    for (RunningPool pool : application.pools()) {
                        boolean known =
                                all.stream()
                                        .anyMatch(
                                                each ->
                                                        each.host.equals(host.name())
                                                                && each.application.equals(shown)
                                                                && each.pool
                                                                        .name()
                                                                        .equals(pool.name()));
                        if (!known) { // otherwise of another version, or of one that ends
                            all.add(new Seen(host.name(), shown, pool));
                        }
                    }
                }
            }
        }
        return all;
    }
}
