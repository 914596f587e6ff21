package dev.serval.benchmarks;

import dev.serval.benchmarks.results.Round;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * From the start of a process to the first answer, or the memory that it has then. Immutable.
 *
 * @param applications web applications that it deploys; for those that read no descriptors, as many
 *     contexts made by calls
 * @param memory whether it is the memory that counts, else the time
 */
record StartScenario(String name, int applications, boolean memory) implements Scenario {

    static StartScenario of(int applications, boolean memory) {
        String what = applications == 1 ? "1 web application" : applications + " web applications";
        return new StartScenario(
                (memory ? "resident memory after start, " : "start to first answer, ") + what,
                applications,
                memory);
    }

    @Override
    public String client() {
        return "driver";
    }

    @Override
    public String command() {
        return "GET of the last application until it is answered";
    }

    @Override
    public String unit() {
        return memory ? "KiB" : "ms";
    }

    @Override
    public boolean higherIsBetter() {
        return false;
    }

    @Override
    public double seconds() {
        return 1 + applications / 20.0;
    }

    @Override
    public String unsuited(Contender contender) {
        return contender.behind() != null ? "is two servers" : null;
    }

    @Override
    public void prepare(Contender contender, Servers servers) throws Exception {
        servers.serve(Served.applications(applications));
        servers.document(13);
        measure(contender, servers); // So that its files are in the page cache.
    }

    @Override
    public Round measure(Contender contender, Servers servers) throws Exception {
        String path = contender.isJava() ? "/app" + applications + Servlets.HELLO : "/13.txt";
        try {
            long begin = System.nanoTime();
            RunningServer server = servers.get(contender);
            ask(server, path);
            double millis = (System.nanoTime() - begin) / 1e6;
            long resident = server.residentKb();
            return new Round(
                    memory ? resident : millis,
                    -1,
                    -1,
                    -1,
                    server.cpuMicros(),
                    server.peakKb(),
                    -1,
                    -1,
                    1,
                    null);
        } finally {
            servers.stop(contender);
        }
    }

    /** Servers open their port when all is deployed: the first answer is the right one. */
    private static void ask(RunningServer server, String path) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(
                            "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                                    .formatted(path)
                                    .getBytes(StandardCharsets.US_ASCII));
            RawAnswer.read(socket.getInputStream());
        }
    }
}
