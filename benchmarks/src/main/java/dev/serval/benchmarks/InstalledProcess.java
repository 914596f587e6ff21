package dev.serval.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An {@link InstalledServer} that answers, until it is closed. Owned by the driver's thread. */
public final class InstalledProcess implements AutoCloseable {
    private static final int SECONDS = 180;
    // Of a whole heap, or of each of its generations.
    private static final Pattern USED =
            Pattern.compile("(?:heap|generation|DefNew|Tenured) .*used (\\d+)K");

    private final InstalledServer server;
    private final int port;
    private final Process process;
    private final InstalledServer.Start start;

    /**
     * See {@link InstalledServer#run}.
     *
     * @param home the installation, which may be the base
     */
    InstalledProcess(InstalledServer server, Path home, Path base, String path, String status)
            throws IOException, InterruptedException {
        this.server = server;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        ProcessBuilder builder = new ProcessBuilder(server.command(home)).redirectErrorStream(true);
        builder.redirectOutput(base.resolve("out").toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.matches("(SERVAL|CATALINA|JAVA|JPDA)_.*"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        // Else one of the machine, which the other server may have locked.
        environment.put("FUSEKI_BASE", base.resolve("fuseki").toString());
        environment.put(
                server == InstalledServer.TOMCAT ? "CATALINA_BASE" : "SERVAL_BASE", "" + base);
        environment.put("SERVAL_PORT", Integer.toString(port));
        if (server == InstalledServer.TOMCAT) {
            environment.put("CATALINA_OPTS", "-Dbenchmark.port=" + port);
        }
        long begin = System.nanoTime();
        process = builder.start();
        try {
            String answer = await(path, status);
            start = new InstalledServer.Start((System.nanoTime() - begin) / 1e6, answer);
        } catch (IOException | InterruptedException e) {
            close();
            throw e;
        }
    }

    private String await(String path, String status) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        String last = "no answer";
        while (System.nanoTime() < end && process.isAlive()) {
            try {
                last = ask(path);
                if (last.startsWith("HTTP/1.1") && last.contains(status)) {
                    return last;
                }
            } catch (IOException e) {
                // Not there yet.
            }
            TimeUnit.MILLISECONDS.sleep(2);
        }
        throw new IOException(server + " does not answer " + path + " as it should: " + last);
    }

    /** The whole answer to one request. */
    String ask(String path) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(
                            "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                                    .formatted(path)
                                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** How it came up. */
    InstalledServer.Start start() {
        return start;
    }

    public int port() {
        return port;
    }

    String origin() {
        return "http://127.0.0.1:" + port;
    }

    /** User and system time since its start, microseconds. */
    double cpuMicros() throws IOException {
        return ProcessFigures.cpuMicros(process);
    }

    /** Resident memory, KiB. */
    long residentKb() throws IOException {
        long sum = 0;
        for (long pid : ProcessFigures.pids(process)) {
            sum += ProcessFigures.kib(pid, "status", "VmRSS:");
        }
        return sum;
    }

    /** What its heap holds after a collection, KiB. */
    long heapKb() throws IOException, InterruptedException {
        jcmd("GC.run");
        Matcher used = USED.matcher(jcmd("GC.heap_info"));
        long sum = 0;
        while (used.find()) {
            sum += Long.parseLong(used.group(1));
        }
        return sum;
    }

    /** Its script has become the JVM. */
    private String jcmd(String order) throws IOException, InterruptedException {
        Process jcmd =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/jcmd").toString(),
                                Long.toString(process.pid()),
                                order)
                        .redirectErrorStream(true)
                        .start();
        String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        if (jcmd.waitFor() != 0) {
            throw new IOException("jcmd " + order + ": " + said);
        }
        return said;
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
