package dev.serval.benchmarks.faults;

import dev.serval.benchmarks.Jdk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server process, killed when it is closed. Owned by the driver's thread. */
final class FaultServer implements AutoCloseable {
    /** Nobody else's, so that only this server's threads count against its limit. */
    private static final int USER = 61_723;

    /** What a command line begins with that is run as this user. */
    static final List<String> AS_USER =
            List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups");

    private static final int START_SECONDS = 20;
    private static final int STOP_SECONDS = 6;
    private static final Set<FaultServer> RUNNING = ConcurrentHashMap.newKeySet();
    // The driver was told to end: whatever still starts is killed.
    private static volatile boolean ending;
    private static final String ACCESS_LOG = "access";

    private final Process process;
    private final Jdk jdk;
    private final Path base;
    private final Client plain;
    private final Client tls;

    private FaultServer(Process process, Jdk jdk, Path base, Client plain, Client tls) {
        this.process = process;
        this.jdk = jdk;
        this.base = base;
        this.plain = plain;
        this.tls = tls;
    }

    static FaultServer start(Workshop workshop, FaultPlan plan, Wire wire, Jdk jdk)
            throws IOException, InterruptedException {
        int[] ports = freePorts();
        Path base = workshop.base(plan, wire, ports[0], ports[1]);
        if (plan.ownUser()) {
            give(base);
        }
        Path report = base.resolve("temp/report");
        Process process =
                new ProcessBuilder(command(workshop, plan, jdk, base, report))
                        .directory(base.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(base.resolve("logs/console").toFile())
                        .start();
        FaultServer server =
                new FaultServer(
                        process,
                        jdk,
                        base,
                        new Client(ports[0], null),
                        new Client(ports[1], workshop.clients()));
        RUNNING.add(server);
        if (ending) {
            kill(process);
            throw new IOException("the driver ends");
        }
        try {
            server.awaitStart(report);
            return server;
        } catch (IOException | InterruptedException e) {
            server.close();
            throw e;
        }
    }

    private static List<String> command(
            Workshop workshop, FaultPlan plan, Jdk jdk, Path base, Path report) {
        List<String> command = new ArrayList<>();
        if (plan.ownUser()) {
            command.addAll(AS_USER);
        }
        if (plan.descriptors() > 0) {
            // exec: the signals are for the server.
            command.addAll(
                    List.of("sh", "-c", "ulimit -n " + plan.descriptors() + "; exec \"$@\"", "sh"));
        }
        command.addAll(
                List.of(
                        jdk.java(),
                        "-Xmx" + plan.heapMb() + "m",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--add-opens=java.base/java.io=ALL-UNNAMED",
                        "-Dserval.logback=" + workshop.home().resolve("conf/logback.xml"),
                        "-Djava.io.tmpdir=" + base.resolve("temp"),
                        "-Dserval.home=" + workshop.home(),
                        "-Dserval.base=" + base,
                        "-Dserval.report=" + report,
                        "-Dserval.console=WARN",
                        "-classpath",
                        workshop.classPath(),
                        "dev.serval.startup.Main",
                        "start"));
        return command;
    }

    /** Nobody else listens on them at this moment. */
    private static int[] freePorts() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket one = new ServerSocket(0, 1, loopback);
                ServerSocket two = new ServerSocket(0, 1, loopback)) {
            return new int[] {one.getLocalPort(), two.getLocalPort()};
        }
    }

    private static void give(Path base) throws IOException, InterruptedException {
        Process chown =
                new ProcessBuilder("chown", "-R", USER + ":" + USER, base.toString()).start();
        if (chown.waitFor() != 0) {
            throw new IOException("chown of " + base + " failed");
        }
    }

    private void awaitStart(Path report) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!Files.exists(report)) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IOException("the server did not start: " + lastWords());
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        String text = Files.readString(report);
        if (!text.startsWith("ok")) {
            throw new IOException("the server did not start: " + text);
        }
    }

    private String lastWords() throws IOException {
        String text = Files.readString(base.resolve("logs/console")).strip();
        return text.substring(Math.max(0, text.length() - 1000));
    }

    Client plain() {
        return plain;
    }

    Client tls() {
        return tls;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    Figures figures() throws IOException {
        long bytes = 0;
        for (Path file : logs(false)) {
            bytes += Files.size(file);
        }
        return Figures.of(pid(), bytes);
    }

    /** How often this text stands in its log and on its console, which has its warnings, too. */
    long logged(String text) throws IOException {
        return count(logs(false).stream().filter(f -> !f.endsWith("console")).toList(), text);
    }

    /** How often this text stands in its access log. */
    long accessed(String text) throws IOException {
        return count(logs(true), text);
    }

    private static long count(List<Path> files, String text) throws IOException {
        long count = 0;
        for (Path file : files) {
            try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
                count += lines.filter(line -> line.contains(text)).count();
            }
        }
        return count;
    }

    private List<Path> logs(boolean access) throws IOException {
        try (Stream<Path> files = Files.list(base.resolve("logs"))) {
            return files.filter(f -> f.getFileName().toString().startsWith(ACCESS_LOG) == access)
                    .toList();
        }
    }

    /**
     * Asks it to end by SIGTERM.
     *
     * @return how long that took, milliseconds; -1 when it has not ended in time
     */
    long stop() throws InterruptedException {
        long begun = System.nanoTime();
        process.destroy();
        return process.waitFor(STOP_SECONDS, TimeUnit.SECONDS) ? Client.millisSince(begun) : -1;
    }

    /** While it runs: writes what its threads do to its logs. */
    void dump() throws InterruptedException {
        try {
            if (isAlive()) {
                Evidence.threads(jdk, pid(), base.resolve("logs/threads.txt"));
            }
        } catch (IOException e) {
            System.err.println("no threads of " + pid() + ": " + e.getMessage());
        }
    }

    /** Copies its logs, which {@link #close} deletes; what is to be said of that. */
    String keep(Path directory) {
        try {
            Evidence.keep(base.resolve("logs"), directory);
            return "its logs and threads are in " + directory;
        } catch (IOException e) {
            return "its logs are lost: " + e.getMessage();
        }
    }

    /** The same for one that still runs and is given up. Any thread. */
    static String keepAll(Path directory) throws InterruptedException {
        String said = "";
        for (FaultServer server : RUNNING) {
            server.dump();
            said = "; " + server.keep(directory);
        }
        return said;
    }

    @Override
    public void close() {
        kill(process);
        RUNNING.remove(this);
        try {
            Workshop.delete(base);
        } catch (IOException e) {
            System.err.println(base + " is not deleted yet: " + e.getMessage());
        }
    }

    /** None starts from here on, and none that runs is left. Any thread. */
    static void end() {
        ending = true;
        killAll();
    }

    /** Whatever happens: none outlives its trial. Any thread. */
    static void killAll() {
        RUNNING.forEach(server -> kill(server.process));
    }

    private static void kill(Process process) {
        process.destroyForcibly();
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
