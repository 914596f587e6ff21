package dev.serval.benchmarks;

import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.websocket.Count;
import dev.serval.benchmarks.websocket.Crowd;
import java.io.IOException;
import java.util.Locale;

/**
 * As many messages as the server sends to many connections of WebSocket. Immutable.
 *
 * @param connections that get messages
 * @param broadcast whether one more sends, and all get each message; else each sends its next
 *     message when the echo of the last one has come
 * @param amount seconds of a measurement
 * @param warmUps how often it runs before it is measured
 */
record WebSocketScenario(
        String name, Jdk jdk, int connections, boolean broadcast, int amount, int warmUps)
        implements Scenario {
    // Until all connections take part.
    private static final double BEGINNING = 1;
    private static final double OPENED_PER_SECOND = 1500;
    private static final double BUSY = 0.9;
    private static final int VIRTUAL_THREADS = 21;

    static WebSocketScenario of(Jdk jdk, int connections, boolean broadcast, Effort effort) {
        return new WebSocketScenario(
                String.format(
                        Locale.ROOT,
                        "%s %,d connections, Java %d",
                        broadcast ? "broadcast to" : "echo on",
                        connections,
                        jdk.feature()),
                jdk,
                connections,
                broadcast,
                effort.seconds(),
                effort.warmUps());
    }

    /** Why there is no WebSocket; null if there is. */
    static String unsuited(Contender contender, Jdk jdk) {
        return switch (contender.family()) {
            case SERVAL ->
                    contender == Contender.SERVAL_NIO || jdk.feature() >= VIRTUAL_THREADS
                            ? null
                            : "is measured where there are virtual threads";
            case TOMCAT, JETTY, UNDERTOW -> null;
            case HELIDON, HTTPD, NGINX -> "has no annotated endpoints";
        };
    }

    @Override
    public String client() {
        return "driver";
    }

    @Override
    public String command() {
        return broadcast
                ? "32 bytes of text by one, the next when all others have them"
                : "32 bytes of text on each connection, the next when their echo has come";
    }

    @Override
    public String unit() {
        return "messages/s";
    }

    @Override
    public boolean higherIsBetter() {
        return true;
    }

    @Override
    public double seconds() {
        return amount + BEGINNING + connections / OPENED_PER_SECOND;
    }

    @Override
    public String unsuited(Contender contender) {
        return unsuited(contender, jdk);
    }

    @Override
    public void prepare(Contender contender, Servers servers) throws Exception {
        servers.serve(Served.webSocket(jdk));
        RunningServer server = servers.get(contender);
        for (int i = 0; i < warmUps; i++) {
            try (Crowd crowd = open(server)) {
                crowd.go();
                crowd.count(amount);
            }
        }
    }

    @Override
    public Round measure(Contender contender, Servers servers) throws Exception {
        RunningServer server = servers.get(contender);
        try (Crowd crowd = open(server)) {
            crowd.go();
            crowd.count(BEGINNING);
            server.forgetPeak();
            double before = server.cpuMicros();
            Count count = crowd.count(amount);
            double cpu = server.cpuMicros() - before;
            double clientShare = count.cpuSeconds() / count.seconds() / Crowd.THREADS;
            double serverShare =
                    cpu / 1e6 / count.seconds() / Runtime.getRuntime().availableProcessors();
            return new Round(
                    count.perSecond(),
                    count.p50Millis(),
                    count.p99Millis(),
                    -1,
                    cpu / count.messages(),
                    server.peakKb(),
                    clientShare,
                    serverShare,
                    count.messages(),
                    clientShare >= BUSY && serverShare < BUSY
                            ? "the client is the bottleneck"
                            : null);
        }
    }

    private Crowd open(RunningServer server) throws IOException, InterruptedException {
        return broadcast
                ? Crowd.broadcast(server.port(), Servlets.CONTEXT, connections)
                : Crowd.echo(server.port(), Servlets.CONTEXT, connections);
    }
}
