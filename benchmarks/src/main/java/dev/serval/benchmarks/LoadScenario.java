package dev.serval.benchmarks;

import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.results.Series;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * As many requests as the server answers, by a load client. Immutable.
 *
 * @param tool the load generator
 * @param request what is asked for
 * @param clients connections at once
 * @param requestsPerConnection 1 without keep-alive; {@link #KEEP_ALIVE} for as many as there are
 * @param amount requests, or seconds, whatever the tool takes
 * @param tls null for plain text
 * @param warmUps how often it runs before it is measured
 * @param curves whether the log of collections is read
 */
record LoadScenario(
        String name,
        LoadClient tool,
        Request request,
        int clients,
        int requestsPerConnection,
        int amount,
        Encryption.Kind tls,
        int warmUps,
        boolean curves)
        implements Scenario {
    static final int KEEP_ALIVE = Integer.MAX_VALUE;

    // Beyond this a client has nothing left to give.
    private static final double BUSY = 0.9;

    @Override
    public String client() {
        return tool.program();
    }

    @Override
    public String command() {
        String origin = (tls == null ? "http" : "https") + "://HOST:PORT";
        return String.join(" ", tool.shown(this, origin));
    }

    @Override
    public String unit() {
        return "requests/s";
    }

    @Override
    public boolean higherIsBetter() {
        return true;
    }

    @Override
    public double seconds() {
        return tool.seconds(this);
    }

    @Override
    public boolean isOnce() {
        return curves;
    }

    @Override
    public String unsuited(Contender contender) {
        if (request.isServlet() && !contender.isJava() && contender.behind() == null) {
            return "has no servlets";
        }
        if (!request.isServlet() && contender == Contender.SERVAL_WORKERS) {
            return "is " + Contender.SERVAL_NIO + " there";
        }
        if (tool == LoadClient.H2LOAD && contender.family() == Contender.Family.TOMCAT) {
            return "sends no reason phrase, and h2load counts such an answer as failed";
        }
        boolean needsServlets =
                request.session() || request.paths().contains(Servlets.CONTEXT + Servlets.ASYNC);
        return needsServlets && !contender.hasServlets() ? "has no servlets" : null;
    }

    @Override
    public void prepare(Contender contender, Servers servers) throws Exception {
        servers.serve(Served.files(tls));
        if (!request.isServlet()) {
            for (int size : request.sizes()) {
                servers.document(size);
            }
        }
        RunningServer server = servers.get(contender);
        servers.answers().check(request, server);
        for (int i = 0; i < warmUps; i++) {
            run(server, servers);
        }
    }

    @Override
    public Round measure(Contender contender, Servers servers) throws Exception {
        RunningServer server = servers.get(contender);
        server.forgetPeak();
        double before = server.cpuMicros();
        LoadClient.Count count = run(server, servers);
        double cpu = server.cpuMicros() - before;
        int cores = Runtime.getRuntime().availableProcessors();
        double clientShare = count.cpuSeconds / count.wallSeconds / Math.min(cores, tool.threads());
        double serverShare = cpu / 1e6 / count.wallSeconds / cores;
        // Once more, since a server may go wrong under load.
        servers.answers().check(request, server);
        return new Round(
                count.perSecond,
                count.p50Millis,
                count.p99Millis,
                count.maxMillis,
                cpu / count.requests,
                server.peakKb(),
                clientShare,
                serverShare,
                count.requests,
                note(count, clientShare >= BUSY && serverShare < BUSY));
    }

    private static String note(LoadClient.Count count, boolean clientIsBusy) {
        if (count.failed > 0) {
            return "%d of %d answers failed".formatted(count.failed, count.requests);
        }
        return clientIsBusy ? "the client is the bottleneck" : null;
    }

    private LoadClient.Count run(RunningServer server, Servers servers)
            throws IOException, InterruptedException {
        String cookie = request.session() ? servers.answers().cookie(request, server) : null;
        return ClientRun.of(this, servers.origin(server), cookie, servers.work());
    }

    @Override
    public List<Series> series(Contender contender, Servers servers) throws IOException {
        if (!curves || !contender.isJava()) {
            return List.of();
        }
        double end = servers.uptime(contender);
        return GcLog.read(servers.gcLog(contender))
                .between(end - seconds(), end)
                .series(contender.toString(), String.format(Locale.ROOT, " (%s)", name));
    }
}
