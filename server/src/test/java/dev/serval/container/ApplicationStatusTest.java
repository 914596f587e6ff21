package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server says of its applications, as data. */
class ApplicationStatusTest {
    @TempDir private Path base;
    private Server server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ofSeconds(5));
        }
    }

    @Test
    void whatIsServedHasStartedWithoutFailure() throws Exception {
        Instant before = Instant.now();
        write("webapps/a##2/index.html", "two");
        write("webapps/ROOT/index.html", "root");
        start("");
        assertThat(server.applications()).hasSize(2);
        ApplicationStatus root = server.applications().get(0);
        assertThat(root.name()).isEqualTo("/");
        assertThat(root.path()).isEmpty();
        assertThat(root.host()).isEqualTo("localhost");
        ApplicationStatus two = server.applications().get(1);
        assertThat(two.name()).isEqualTo("/a##2");
        assertThat(two.version()).isEqualTo("2");
        assertThat(two.state()).isEqualTo(ApplicationState.STARTED);
        assertThat(two.since()).isBetween(before, Instant.now());
        assertThat(two.failure()).isNull();
        assertThat(two.sessions()).isZero();
    }

    @Test
    void whatAnswers503HasFailedAndSaysWhy() throws Exception {
        Instant before = Instant.now();
        start("<Context path='/bad' docBase='gone'/>");
        assertThat(get("/bad/")).startsWith("HTTP/1.1 503");
        ApplicationStatus bad = only();
        assertThat(bad.state()).isEqualTo(ApplicationState.FAILED);
        assertThat(bad.failure().at()).isBetween(before, Instant.now());
        assertThat(bad.failure().code()).isNull();
        assertThat(bad.failure().message())
                .isEqualTo(base.resolve("webapps/gone") + " is not a directory");
    }

    @Test
    void theLastFailureStaysWhenItIsMended() throws Exception {
        write("webapps/a/WEB-INF/web.xml", "<web-app>");
        write("webapps/a/index.html", "mended");
        start("");
        ApplicationStatus bad = only();
        assertThat(bad.state()).isEqualTo(ApplicationState.FAILED);
        assertThat(bad.failure().message()).contains("WEB-INF/web.xml:1:");
        Path descriptor = write("webapps/a/WEB-INF/web.xml", "<web-app/>");
        Files.setLastModifiedTime(descriptor, FileTime.fromMillis(1_000_000_000_000L));
        until(() -> get("/a/").endsWith("mended"));
        until(() -> server.applications().size() == 1);
        assertThat(only().state()).isEqualTo(ApplicationState.STARTED);
        assertThat(only().since()).isAfterOrEqualTo(bad.since());
        assertThat(only().failure()).isEqualTo(bad.failure());
    }

    @Test
    void aStopIsAState() throws Exception {
        write("webapps/a/index.html", "x");
        start("<Context path='/bad' docBase='gone'/>");
        server.stop(Duration.ZERO);
        assertThat(server.applications())
                .extracting(ApplicationStatus::state)
                .containsExactly(ApplicationState.STOPPED, ApplicationState.STOPPED);
        assertThat(server.applications().get(1).failure()).as("that of /bad").isNotNull();
    }

    @Test
    void theNameOfAnotherHostStandsInFront() throws Exception {
        write("webapps/b/index.html", "x");
        startXml("<Host name='a' appBase='none'/><Host name='www.b.c' appBase='webapps'/>", "a");
        assertThat(only().name()).isEqualTo("www.b.c/b");
        assertThat(only().host()).isEqualTo("www.b.c");
    }

    @Test
    void aCodeIsToldApartFromTheMessage() {
        ContextLife life = new ContextLife(() -> "/a");
        life.failed(null, "SRV-0543 nobody can log in");
        assertThat(life.failure().code()).isEqualTo("SRV-0543");
        assertThat(life.failure().message()).isEqualTo("nobody can log in");
        assertThat(life.failure().line()).isEqualTo("SRV-0543 nobody can log in");
    }

    private ApplicationStatus only() {
        List<ApplicationStatus> all = server.applications();
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private void start(String contexts) throws Exception {
        startXml("<Host name='localhost'>" + contexts + "</Host>", "localhost");
    }

    private void startXml(String hosts, String standard) throws Exception {
        String xml =
                "<Server><Service><Connector port='0' address='127.0.0.1'/><Engine name='E'"
                        + " defaultHost='"
                        + standard
                        + "'>"
                        + hosts
                        + "</Engine></Service></Server>";
        Path file = write("conf/server.xml", xml);
        server = Server.of(ServerXml.read(file).config(), base, base);
        server.start();
    }

    private Path write(String name, String content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private String get(String path) throws IOException {
        int port = server.connectors().get(0).port();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String request = "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void until(Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            Thread.onSpinWait();
        }
    }
}
