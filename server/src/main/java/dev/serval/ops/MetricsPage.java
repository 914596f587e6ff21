package dev.serval.ops;

import dev.serval.connector.Connector;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import dev.serval.metrics.MetricsText;
import dev.serval.metrics.RequestCounters;
import dev.serval.metrics.ServerMetrics;
import dev.serval.metrics.ServerMetrics.ApplicationName;
import dev.serval.monitor.RunningServer;
import dev.serval.monitor.RunningServer.RunningService;
import dev.serval.net.Overload;
import dev.serval.net.ThreadUse;
import dev.serval.thread.ThreadFailures;
import dev.serval.tls.ServedCertificate;
import dev.serval.tls.TlsEngines;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * The figures of the server for Prometheus. Thread-safe. The names are those of the page {@code
 * monitoring.html} of the documentation.
 *
 * @param metrics null if requests are not counted
 */
record MetricsPage(RunningServer server, ServerMetrics metrics, ReadinessCheck readiness) {
    void write(OpsRequest request, OpsAnswer answer) throws IOException {
        boolean open = request.accepts("application/openmetrics-text");
        answer.type(open ? MetricsText.OPEN_METRICS : MetricsText.PROMETHEUS);
        MetricsText out = new MetricsText(answer, open);
        Map<String, Connector> connectors = new LinkedHashMap<>();
        for (RunningService service : server.services()) {
            service.connectors().forEach(each -> connectors.putIfAbsent(each.name(), each));
        }
        if (metrics != null) {
            requests(out, metrics.connectors());
            applications(out, metrics.applications());
        }
        connectors(out, connectors);
        certificates(out, connectors);
        PoolMetrics.write(server, out);
        StoreMetrics.write(server, out);
        states(out);
        ProcessFigures.write(out);
        out.end();
    }

    private static void requests(MetricsText out, Map<String, RequestCounters> all)
            throws IOException {
        out.counter("serval_http_requests_total", "Requests that ended, by the class of status.");
        for (Map.Entry<String, RequestCounters> each : all.entrySet()) {
            statuses(
                    out, "serval_http_requests_total", each.getValue(), "connector", each.getKey());
        }
        counters(
                out,
                all,
                "serval_http_sent_bytes_total",
                "Bytes of response bodies, as sent.",
                RequestCounters::bytesSent);
        counters(
                out,
                all,
                "serval_http_received_bytes_total",
                "Bytes of request bodies with a declared length.",
                RequestCounters::bytesReceived);
        counters(
                out,
                all,
                "serval_http_responses_cut_total",
                "Responses that ended before they were complete.",
                RequestCounters::cut);
        out.counter("serval_http_refusals_total", "Requests that the server refused, by code.");
        for (Map.Entry<String, RequestCounters> each : all.entrySet()) {
            Map<String, Long> refusals = each.getValue().refusals();
            out.samples("serval_http_refusals_total", refusals, "code", "connector", each.getKey());
        }
        out.histogram(
                "serval_http_request_duration_seconds",
                "Time from the head of a request to the end of its response.");
        for (Map.Entry<String, RequestCounters> each : all.entrySet()) {
            latency(
                    out,
                    "serval_http_request_duration_seconds",
                    each.getValue(),
                    "connector",
                    each.getKey());
        }
    }

    private static void counters(
            MetricsText out,
            Map<String, RequestCounters> all,
            String name,
            String help,
            ToLongFunction<RequestCounters> value)
            throws IOException {
        out.counter(name, help);
        for (Map.Entry<String, RequestCounters> each : all.entrySet()) {
            out.sample(name, value.applyAsLong(each.getValue()), "connector", each.getKey());
        }
    }

    private static void statuses(
            MetricsText out, String name, RequestCounters counters, String... labels)
            throws IOException {
        Map<String, Long> classes = new TreeMap<>();
        for (int digit = 1; digit <= 5; digit++) {
            classes.put(digit + "xx", counters.requests(digit));
        }
        out.samples(name, classes, "status", labels);
    }

    private static void latency(
            MetricsText out, String name, RequestCounters counters, String... labels)
            throws IOException {
        out.latency(name, counters.latency(), counters.nanos(), labels);
    }

    private static void applications(MetricsText out, Map<ApplicationName, RequestCounters> all)
            throws IOException {
        String name = "serval_application_requests_total";
        out.counter(name, "Requests of an application, by the class of status.");
        for (Map.Entry<ApplicationName, RequestCounters> each : all.entrySet()) {
            statuses(out, name, each.getValue(), labels(each.getKey()));
        }
        name = "serval_application_starts_total";
        out.counter(name, "How often the application was built, to be started.");
        for (Map.Entry<ApplicationName, RequestCounters> each : all.entrySet()) {
            out.sample(name, each.getValue().starts(), labels(each.getKey()));
        }
        name = "serval_application_request_duration_seconds";
        out.histogram(name, "Time from the head of a request to the end of its response.");
        for (Map.Entry<ApplicationName, RequestCounters> each : all.entrySet()) {
            latency(out, name, each.getValue(), labels(each.getKey()));
        }
    }

    static String[] labels(ApplicationName name) {
        String path = name.path().isEmpty() ? "/" : name.path();
        return new String[] {"host", name.host(), "application", path};
    }

    private static void connectors(MetricsText out, Map<String, Connector> all) throws IOException {
        gauge(out, all, "serval_connections", "Open connections.", Connector::connections);
        gauge(
                out,
                all,
                "serval_connections_idle",
                "Connections that wait for a request.",
                Connector::idleConnections);
        gauge(
                out,
                all,
                "serval_connections_limit",
                "maxConnections.",
                connector -> connector.config().sockets().maxConnections());
        gauge(out, all, "serval_threads", "Threads for applications.", c -> c.threads().threads());
        gauge(out, all, "serval_threads_busy", "Calls that run.", c -> c.threads().busy());
        gauge(out, all, "serval_threads_limit", "Calls that may run.", c -> c.threads().most());
        gauge(
                out,
                all,
                "serval_calls_waiting",
                "Calls that wait for a thread.",
                c -> c.threads().waiting());
        out.counter("serval_calls_refused_total", "Calls that got no thread: 503.");
        for (Map.Entry<String, Connector> each : all.entrySet()) {
            ThreadUse use = each.getValue().threads();
            out.sample("serval_calls_refused_total", use.refused(), "connector", each.getKey());
        }
        out.counter("serval_connections_shed_total", "Connections closed for others that waited.");
        for (Map.Entry<String, Connector> each : all.entrySet()) {
            Overload overload = each.getValue().overload();
            String name = "serval_connections_shed_total";
            String connector = each.getKey();
            out.sample(name, overload.idle(), "connector", connector, "was", "idle");
            out.sample(name, overload.withoutHead(), "connector", connector, "was", "slow");
        }
        out.counter("serval_accepts_failed_total", "Connections that could not be accepted.");
        for (Map.Entry<String, Connector> each : all.entrySet()) {
            long failed = each.getValue().overload().failedAccepts();
            out.sample("serval_accepts_failed_total", failed, "connector", each.getKey());
        }
    }

    private static void certificates(MetricsText out, Map<String, Connector> all)
            throws IOException {
        String name = "serval_certificate_expiry_timestamp_seconds";
        out.gauge(name, "When a certificate in use ends, since 1970.");
        for (Map.Entry<String, Connector> each : all.entrySet()) {
            TlsEngines tls = each.getValue().config().tls();
            for (ServedCertificate served :
                    tls == null ? List.<ServedCertificate>of() : tls.served()) {
                out.sample(
                        name,
                        TimeUnit.MILLISECONDS.toSeconds(
                                served.certificate().getNotAfter().getTime()),
                        "connector",
                        each.getKey(),
                        "host",
                        served.hostName(),
                        "certificate",
                        String.valueOf(served.number()),
                        "algorithm",
                        served.algorithm());
            }
        }
    }

    private static void gauge(
            MetricsText out,
            Map<String, Connector> all,
            String name,
            String help,
            ToLongFunction<Connector> value)
            throws IOException {
        out.gauge(name, help);
        for (Map.Entry<String, Connector> each : all.entrySet()) {
            out.sample(name, value.applyAsLong(each.getValue()), "connector", each.getKey());
        }
    }

    private void states(MetricsText out) throws IOException {
        Map<String, Long> states = new TreeMap<>();
        for (ApplicationState state : ApplicationState.values()) {
            states.put(state.name(), 0L);
        }
        Map<ApplicationName, Long> sessions = new TreeMap<>();
        for (ApplicationStatus each : server.applications()) {
            states.merge(each.state().name(), 1L, Long::sum);
            ApplicationName name = new ApplicationName(each.host(), each.path());
            sessions.merge(name, (long) each.sessions(), Long::sum);
        }
        out.gauge("serval_applications", "Applications by their states.");
        out.samples("serval_applications", states, "state");
        out.gauge("serval_application_sessions", "Sessions of an application.");
        for (Map.Entry<ApplicationName, Long> each : sessions.entrySet()) {
            out.sample("serval_application_sessions", each.getValue(), labels(each.getKey()));
        }
        out.gauge("serval_ready", "1 while the server should get requests.");
        out.sample("serval_ready", readiness.reasons().isEmpty() ? 1 : 0);
        out.counter("serval_own_failures_total", "Failures of the server's own threads.");
        out.sample("serval_own_failures_total", ThreadFailures.PROCESS.count());
    }
}
