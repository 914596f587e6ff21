package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that is told to end while one application runs and the next one still starts. */
@Timeout(120)
class StopWhileStartingTest {
    @TempDir private Path base;
    private Process process;

    @BeforeEach
    void makeApplications() throws IOException {
        write(
                "conf/logback.xml",
                "<configuration><appender name='out' class='ch.qos.logback.core.ConsoleAppender'>"
                        + "<encoder><pattern>%m%n</pattern></encoder></appender>"
                        + "<root level='INFO'><appender-ref ref='out'/></root></configuration>");
        application("a", "", "create(\"destroyed\");");
        application(
                "b",
                "create(\"waiting\"); while (!java.nio.file.Files.exists(file(\"go\"))) {"
                        + " java.util.concurrent.locks.LockSupport.parkNanos(5_000_000); }",
                "");
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    @Test
    void whatRunsIsStoppedOnceTheOtherHasStarted() throws Exception {
        start(60_000);
        process.destroy();
        until(() -> !process.isAlive() || out().contains("Stopping: "));
        Files.createFile(base.resolve("go"));
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(base.resolve("destroyed")).exists();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void whatNeverStartsKeepsNobodyFromTheEnd() throws Exception {
        start(10);
        process.destroy();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(out()).contains("Applications that still start after 10 ms are left alone.");
    }

    /** Until the second application waits. */
    private void start(int patience) throws IOException {
        write(
                "conf/server.xml",
                "<Server><Service gracefulStopAwaitMillis='"
                        + patience
                        + "'><Connector port='0'/><Engine name='E' defaultHost='localhost'>"
                        + "<Host name='localhost' startStopThreads='1'/></Engine></Service>"
                        + "</Server>");
        process =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-Dserval.home=" + base,
                                "-Dtest.base=" + base,
                                Main.class.getName())
                        .redirectErrorStream(true)
                        .redirectOutput(base.resolve("out").toFile())
                        .start();
        until(() -> !process.isAlive() || Files.exists(base.resolve("waiting")));
        assertThat(process.isAlive()).as(out()).isTrue();
    }

    private String out() {
        try {
            return Files.readString(base.resolve("out"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(5_000_000);
        }
    }

    private void application(String name, String initialized, String destroyed) throws IOException {
        Path source =
                write(
                        "source-" + name + "/L.java",
                        "@jakarta.servlet.annotation.WebListener public class L implements"
                                + " jakarta.servlet.ServletContextListener { private java.nio.file"
                                + ".Path file(String name) { return java.nio.file.Path.of(System"
                                + ".getProperty(\"test.base\"), name); } private void create(String"
                                + " name) { try { java.nio.file.Files.createFile(file(name)); }"
                                + " catch (java.io.IOException e) { throw new"
                                + " IllegalStateException(e); } } public void contextInitialized("
                                + "jakarta.servlet.ServletContextEvent e) { "
                                + initialized
                                + " } public void contextDestroyed("
                                + "jakarta.servlet.ServletContextEvent e) { "
                                + destroyed
                                + " } }");
        Path classes = base.resolve("webapps").resolve(name).resolve("WEB-INF/classes");
        Files.createDirectories(classes);
        int code =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "-proc:none",
                                "-d",
                                classes.toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                source.toString());
        assertThat(code).isZero();
    }

    private Path write(String name, String content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }
}
