package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An unpacked distribution, used as its users use it: by its scripts. One per test, with a base of
 * its own; {@link #close} ends whatever still runs from that base.
 */
final class Installation implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;

    final Path home;
    final Path base;
    final int port;
    private final Map<String, String> environment = new HashMap<>();
    private Path workingDirectory;

    /** What a script has printed, and its exit code. */
    record Outcome(int code, String out, String err) {
        Outcome mustSucceed() {
            assertThat(code).as("exit code; out: %s err: %s", out, err).isZero();
            return this;
        }

        /** Failed with exactly one line for the operator. */
        String mustFailWithOneLine() {
            assertThat(code).as("exit code; out: %s err: %s", out, err).isEqualTo(1);
            assertThat(err.lines()).as("err; out: %s", out).hasSize(1);
            return err.strip();
        }
    }

    Installation(Path home, Path base) throws IOException {
        this.home = home;
        this.base = base;
        this.workingDirectory = base;
        this.port = FreePort.find();
        with("JAVA_HOME", System.getProperty("java.home"));
        with("SERVAL_BASE", base.toString());
        with("SERVAL_PORT", Integer.toString(port));
        // ClassArchiveTest tests that; elsewhere nothing runs in the background.
        with("SERVAL_CDS", "off");
        // Most servers end soon: a start needs a sixth less of the processors.
        with("JAVA_OPTS", System.getProperty("serval.tests.servers"));
    }

    /** With a new base, whose name has a blank and whose one application says Hello. */
    static Installation saysHello(Path home, Path temporary) throws IOException {
        Path base = Files.createDirectories(temporary.toRealPath().resolve("the base"));
        Files.createDirectories(base.resolve("webapps/ROOT"));
        Files.writeString(base.resolve("webapps/ROOT/index.html"), "<p>Hello");
        return new Installation(home, base);
    }

    /** Unpacks the archive that the build has packed; the directory that it holds. */
    static Path unpack(Path into) throws IOException {
        String archive = System.getProperty("serval.archive");
        assertThat(archive).as("serval.archive: run this test by mvn verify").isNotNull();
        Files.createDirectories(into);
        Process tar =
                new ProcessBuilder("tar", "xzf", archive, "-C", into.toString())
                        .inheritIO()
                        .start();
        assertThat(waitFor(tar)).isZero();
        try (Stream<Path> top = Files.list(into)) {
            List<Path> found = top.toList();
            assertThat(found).as("one directory at the top").hasSize(1);
            return found.get(0);
        }
    }

    /** Servers whose JVM is as the scripts would have it. */
    Installation asShipped() {
        return with("JAVA_OPTS", null);
    }

    /** Sets an environment variable for the scripts; null unsets it. */
    Installation with(String name, String value) {
        if (value == null) {
            environment.remove(name);
        } else {
            environment.put(name, value);
        }
        return this;
    }

    Installation in(Path directory) {
        workingDirectory = directory;
        return this;
    }

    /** A process that runs a script of {@code bin/}, its output going to files. */
    Process launch(Path script, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(script.toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(workingDirectory.toFile());
        builder.environment()
                .keySet()
                .removeIf(
                        name ->
                                name.startsWith("SERVAL_")
                                        || name.startsWith("CATALINA_")
                                        || name.startsWith("JPDA_")
                                        || name.equals("JAVA_OPTS")
                                        || name.equals("JRE_HOME")
                                        || name.equals("JAVA_HOME"));
        builder.environment().putAll(environment);
        builder.redirectOutput(out().toFile()).redirectError(err().toFile());
        return builder.start();
    }

    Outcome run(Path script, String... arguments) throws IOException {
        int code = waitFor(launch(script, arguments));
        return new Outcome(code, Files.readString(out()), Files.readString(err()));
    }

    Outcome run(String script, String... arguments) throws IOException {
        return run(home.resolve("bin").resolve(script), arguments);
    }

    /** Standard output of the last script. */
    Path out() {
        return base.resolve("script.out");
    }

    private Path err() {
        return base.resolve("script.err");
    }

    Path pidFile() {
        return base.resolve("temp/serval.pid");
    }

    /** The running server. */
    ProcessHandle server() throws IOException {
        long pid = Long.parseLong(Files.readString(pidFile()).strip());
        return ProcessHandle.of(pid).orElseThrow();
    }

    HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    /** Processes whose command line names this base. */
    List<ProcessHandle> processes() {
        String mark = "-Dserval.base=" + base;
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(mark))
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    /** A dead process that nobody reaps has no command line any more. */
    private static boolean hasEnded(ProcessHandle process) {
        return !process.isAlive() || process.info().commandLine().isEmpty();
    }

    static int waitFor(Process process) {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("still running: " + process.info());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        List<ProcessHandle> running = processes();
        running.forEach(ProcessHandle::destroyForcibly);
        try {
            // Not onExit, which looks rarely after processes that are nobody's children.
            Waiting.until("their end", () -> running.stream().allMatch(Installation::hasEnded));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** All files below a directory of the installation, relative to it. */
    List<String> files(String directory) {
        Path root = home.resolve(directory);
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
