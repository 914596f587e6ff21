package dev.serval.benchmarks;

import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.websocket.Handshake;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;

/**
 * What an idle connection costs: opens many to a server that has just started and is warm, has a
 * request answered on each, and compares the memory of its processes with that before. Immutable.
 *
 * @param connections how many
 * @param served what is served
 * @param resident whether all memory of the processes is compared, else what a JVM uses on its heap
 *     and in buffers after a collection
 */
record IdleScenario(String name, int connections, Served served, boolean resident)
        implements Scenario {
    // A warm server has all of its own buffers and classes.
    private static final int WARM = 500;
    private static final int MOST_LOOKS = 20;
    private static final int SETTLING = 200;
    private static final int SAME_KIB = 64;
    private static final int PATIENCE = 20_000;
    private static final int MOST_SECONDS = 120;
    private static final double PER_SECOND = 1500;

    static IdleScenario of(int connections, Encryption.Kind tls, boolean resident) {
        return new IdleScenario(
                String.format(
                        Locale.ROOT,
                        "%,d idle connections%s, %s",
                        connections,
                        tls == null ? "" : " over TLS",
                        memory(resident)),
                connections,
                Served.files(tls),
                resident);
    }

    /** Connections of WebSocket, with no more than a handshake. */
    static IdleScenario webSocket(int connections, Jdk jdk, boolean resident) {
        return new IdleScenario(
                String.format(
                        Locale.ROOT,
                        "idle, %,d connections, %s, Java %d",
                        connections,
                        memory(resident),
                        jdk.feature()),
                connections,
                // One heap to look at, which is not given back and taken again.
                Served.webSocket(jdk, "-XX:+UseSerialGC"),
                resident);
    }

    private static String memory(boolean resident) {
        return resident ? "resident memory" : "heap and buffers";
    }

    @Override
    public String client() {
        return "driver";
    }

    @Override
    public String command() {
        return (served.webSocket() ? "one handshake" : "one request")
                + " on each connection, then memory of the process for each, less before";
    }

    @Override
    public String unit() {
        return "KiB";
    }

    @Override
    public boolean higherIsBetter() {
        return false;
    }

    @Override
    public double seconds() {
        return 3 + connections / PER_SECOND * (served.tls() == null ? 1 : 3);
    }

    @Override
    public String unsuited(Contender contender) {
        if (served.webSocket()) {
            return WebSocketScenario.unsuited(contender, served.jdk());
        }
        if (contender == Contender.HTTPD_PREFORK
                || contender == Contender.HTTPD_WORKER
                || contender.behind() != null) {
            return "keeps no more connections than it has threads";
        }
        return resident || contender.isJava() ? null : "has no heap to look at";
    }

    @Override
    public void prepare(Contender contender, Servers servers) throws Exception {
        servers.serve(served);
        servers.document(13);
    }

    @Override
    public Round measure(Contender contender, Servers servers) throws Exception {
        servers.stop(contender);
        RunningServer server = servers.get(contender);
        SSLSocketFactory factory =
                served.tls() == null ? null : AnswerCheck.trusting().getSocketFactory();
        String path = contender.isJava() ? Servlets.CONTEXT + Servlets.HELLO : "/13.txt";
        List<Socket> sockets = new ArrayList<>(connections);
        try {
            open(sockets, WARM, server.port(), factory, path);
            close(sockets);
            double before = settled(server);
            open(sockets, connections, server.port(), factory, path);
            double each = (settled(server) - before) / connections;
            return new Round(each, -1, -1, -1, -1, server.peakKb(), -1, -1, connections, null);
        } finally {
            close(sockets);
            servers.stop(contender);
        }
    }

    /** The server may be busy with the end of connections, and forget something once for all. */
    private double settled(RunningServer server) throws IOException, InterruptedException {
        double last = kib(server);
        for (int i = 0; i < MOST_LOOKS; i++) {
            TimeUnit.MILLISECONDS.sleep(SETTLING);
            double now = kib(server);
            if (Math.abs(now - last) < SAME_KIB) {
                return now;
            }
            last = now;
        }
        return last;
    }

    private double kib(RunningServer server) throws IOException {
        return resident ? server.residentKb() : server.used() / 1024.0;
    }

    private void open(List<Socket> into, int count, int port, SSLSocketFactory factory, String path)
            throws IOException {
        Handshake.requireDescriptors(count);
        byte[] request =
                "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                        .formatted(path)
                        .getBytes(StandardCharsets.US_ASCII);
        InetAddress address = InetAddress.getLoopbackAddress();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        for (int i = 0; i < count; i++) {
            if (System.nanoTime() - end > 0) {
                throw new IOException(
                        "only %,d of %,d connections were answered within %d s"
                                .formatted(i, count, MOST_SECONDS));
            }
            if (served.webSocket()) {
                into.add(Handshake.open(port, Servlets.CONTEXT + Handshake.ECHO, i).socket());
                continue;
            }
            Socket socket = new Socket();
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE);
            socket.connect(new InetSocketAddress(address, port), PATIENCE);
            Socket over =
                    factory == null
                            ? socket
                            : factory.createSocket(socket, "localhost", port, true);
            into.add(over);
            over.getOutputStream().write(request);
            RawAnswer.read(over.getInputStream());
        }
    }

    private static void close(List<Socket> sockets) {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is gone already.
            }
        }
        sockets.clear();
    }
}
