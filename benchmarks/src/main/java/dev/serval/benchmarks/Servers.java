package dev.serval.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The contenders of a suite while they run, with what they serve: all at once, so that rounds can
 * be interleaved, and started anew when another kind of site is asked for. Owned by the driver's
 * thread.
 */
final class Servers implements AutoCloseable {
    private final Path work;
    private final Suite suite;
    private final List<String> classPath;
    private final Map<Contender, RunningServer> running = new EnumMap<>(Contender.class);
    private final Map<Contender, Long> started = new EnumMap<>(Contender.class);
    private final AnswerCheck answers = new AnswerCheck(this);
    private Served served = Served.files(null);
    private volatile boolean closed;

    Servers(Suite suite) throws IOException, GeneralSecurityException {
        this(suite, ClassPath.entries());
    }

    /**
     * @param classPath of those that are Java
     */
    Servers(Suite suite, List<String> classPath) throws IOException, GeneralSecurityException {
        this.suite = suite;
        this.classPath = classPath;
        this.work = Files.createTempDirectory("serval-load");
        // The native servers' workers have a user of their own.
        Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectory(work.resolve("documents"));
        // So that an interrupted run leaves nothing behind.
        Runtime.getRuntime().addShutdownHook(new Thread(this::stopAtExit, "servers stop"));
    }

    /** A directory for what clients and servers write. */
    Path work() {
        return work;
    }

    AnswerCheck answers() {
        return answers;
    }

    /** Random bytes, which no server can make smaller; the same in every run. */
    Path document(int size) throws IOException {
        Path file = work.resolve("documents/" + size + ".txt");
        if (!Files.exists(file)) {
            byte[] content = new byte[size];
            new Random(size).nextBytes(content);
            Files.write(file, content);
        }
        return file;
    }

    /** What the next ones serve; those that run end when it is something else. */
    void serve(Served wanted) {
        if (!wanted.equals(served)) {
            stop();
        }
        served = wanted;
    }

    /** Started when it is not running, or no longer. */
    RunningServer get(Contender contender) throws Exception {
        RunningServer server = running.get(contender);
        if (server == null || !server.isAlive()) {
            server = start(contender);
        }
        return server;
    }

    private RunningServer start(Contender contender) throws Exception {
        Site site =
                new Site(
                        work.resolve("documents"),
                        work,
                        suite.log(),
                        served.tls() == null ? null : Encryption.create(served.tls(), work),
                        suite.threads(),
                        served.applications(),
                        served.webSocket());
        for (int i = 1; i <= served.applications(); i++) {
            WebApplication.create(site.application(i));
        }
        List<String> jvm = new ArrayList<>(List.of(served.jdk().java()));
        jvm.addAll(suite.jvm());
        jvm.addAll(served.jvm());
        jvm.add("-Xlog:gc*:file=" + gcLog(contender) + ":uptime:filecount=0");
        started.put(contender, System.nanoTime());
        RunningServer server = RunningServer.start(contender, site, jvm, classPath);
        running.put(contender, server);
        return server;
    }

    Path gcLog(Contender contender) {
        return work.resolve(contender.name() + ".gc");
    }

    /** Seconds since the start of the process. */
    double uptime(Contender contender) {
        return (System.nanoTime() - started.get(contender)) / 1e9;
    }

    String origin(RunningServer server) {
        return (served.tls() == null ? "http" : "https") + "://127.0.0.1:" + server.port();
    }

    void stop(Contender contender) {
        RunningServer server = running.remove(contender);
        if (server != null) {
            server.close();
        }
    }

    private void stop() {
        running.values().forEach(RunningServer::close);
        running.clear();
    }

    private void stopAtExit() {
        try {
            close();
        } catch (IOException e) {
            System.err.println("not deleted: " + e.getMessage());
        }
    }

    /** By the driver, or when the JVM ends earlier. */
    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            closed = true;
            stop();
            delete(work);
        }
    }

    boolean isClosed() {
        return closed;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
