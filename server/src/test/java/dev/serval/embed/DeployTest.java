package dev.serval.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications that come and go while an embedded server runs. */
class DeployTest {
    @TempDir private Path base;
    private Serval serval;

    @AfterEach
    void close() {
        if (serval != null) {
            serval.close();
        }
    }

    @Test
    void aWarIsServed() throws Exception {
        serval = Serval.onPort(0).webapp("/shop", war("a.war", "from a war")).start();
        assertThat(get("/shop/")).endsWith("from a war");
        assertThat(serval.webApplications()).containsExactly("/shop");
    }

    @Test
    void aDirectoryIsServed() throws Exception {
        Files.writeString(base.resolve("index.html"), "from a directory");
        serval = Serval.onPort(0).webapp("/", base).start();
        assertThat(get("/")).endsWith("from a directory");
    }

    @Test
    void whatIsNeitherIsRefusedAtOnce() throws IOException {
        Path file = Files.writeString(base.resolve("a.txt"), "x");
        assertThatThrownBy(() -> Serval.onPort(0).webapp("/a", file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + " is neither a directory nor a WAR");
    }

    @Test
    void whatIsMissingIsSaidAtOnce() {
        Path war = base.resolve("none.war");
        assertThatThrownBy(() -> Serval.onPort(0).webapp("/a", war))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no " + war);
    }

    @Test
    void twoApplicationsAtOnePathAreRefused() {
        assertThatThrownBy(() -> Serval.onPort(0).webapp("/a", base).webapp("/a", base))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/a has a directory or a WAR already");
    }

    @Test
    void aBrokenWarKeepsTheServerFromStarting() throws IOException {
        Path war = Files.writeString(base.resolve("bad.war"), "no zip");
        assertThatThrownBy(() -> Serval.onPort(0).webapp("/a", war).start())
                .isInstanceOf(LifecycleException.class)
                .hasMessageStartingWith("the application at [/a] cannot start: ");
    }

    @Test
    void anApplicationIsDeployedWhileTheServerRuns() throws Exception {
        serval = Serval.onPort(0).start();
        assertThat(get("/shop/")).startsWith("HTTP/1.1 404");
        serval.deploy("/shop", war("a.war", "later"));
        assertThat(get("/shop/")).endsWith("later");
    }

    @Test
    void anApplicationIsReplaced() throws Exception {
        serval = Serval.onPort(0).webapp("/shop", war("a.war", "one")).start();
        serval.deploy("/shop", war("b.war", "two"));
        assertThat(get("/shop/")).endsWith("two");
        assertThat(serval.webApplications()).containsExactly("/shop");
    }

    @Test
    void aBrokenReplacementChangesNothing() throws Exception {
        serval = Serval.onPort(0).webapp("/shop", war("a.war", "one")).start();
        Path bad = Files.writeString(base.resolve("bad.war"), "no zip");
        assertThatThrownBy(() -> serval.deploy("/shop", bad))
                .isInstanceOf(LifecycleException.class);
        assertThat(get("/shop/")).endsWith("one");
        ApplicationStatus status = serval.applications().get(0);
        assertThat(status.state()).isEqualTo(ApplicationState.STARTED);
        assertThat(status.failure().code()).isEqualTo("SRV-0531");
        assertThat(status.failure().message()).contains("is not a complete ZIP file");
    }

    @Test
    void anApplicationIsTakenAway() throws Exception {
        serval = Serval.onPort(0).webapp("/shop", war("a.war", "one")).start();
        assertThat(serval.undeploy("/shop")).isTrue();
        assertThat(get("/shop/")).startsWith("HTTP/1.1 404");
        assertThat(serval.undeploy("/shop")).isFalse();
    }

    @Test
    void theRootIsSlashOrNothing() throws Exception {
        serval = Serval.onPort(0).webapp("", war("a.war", "one")).start();
        assertThat(serval.undeploy("/")).isTrue();
        serval.deploy("", war("b.war", "two"));
        assertThat(get("/")).endsWith("two");
    }

    @Test
    void aMalformedPathIsRefused() {
        assertThatThrownBy(() -> Serval.onPort(0).webapp("shop", base))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothingIsDeployedAfterTheEnd() throws Exception {
        serval = Serval.onPort(0).start();
        serval.close();
        assertThatThrownBy(() -> serval.deploy("/a", base))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> serval.undeploy("/a")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aRequestInFlightIsAnsweredByTheApplicationThatWasTakenAway() throws Exception {
        Waiting waiting = new Waiting();
        serval = Serval.onPort(0).servlet("/app", "/wait", waiting).start();
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> read("/app/wait"));
        waiting.entered.await();
        assertThat(serval.undeploy("/app")).isTrue();
        assertThat(get("/app/wait")).as("new ones").startsWith("HTTP/1.1 404");
        assertThat(waiting.destroyed.getCount()).as("not under its feet").isEqualTo(1);
        ApplicationStatus ending = serval.applications().get(0);
        assertThat(ending.state()).isEqualTo(ApplicationState.STOPPING);
        waiting.go.countDown();
        assertThat(answer.get(20, TimeUnit.SECONDS)).startsWith("HTTP/1.1 200").endsWith("done");
        assertThat(waiting.destroyed.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aRequestInFlightIsAnsweredByTheApplicationThatWasReplaced() throws Exception {
        Waiting waiting = new Waiting();
        serval = Serval.onPort(0).servlet("/app", "/wait", waiting).start();
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> read("/app/wait"));
        waiting.entered.await();
        serval.deploy("/app", war("a.war", "new"));
        assertThat(get("/app/")).endsWith("new");
        waiting.go.countDown();
        assertThat(answer.get(20, TimeUnit.SECONDS)).startsWith("HTTP/1.1 200").endsWith("done");
        assertThat(waiting.destroyed.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void theEndWaitsForNobodyWhoWasTakenAway() throws Exception {
        Waiting waiting = new Waiting();
        serval = Serval.onPort(0).servlet("/app", "/wait", waiting).start();
        CompletableFuture.supplyAsync(() -> read("/app/wait"));
        waiting.entered.await();
        serval.undeploy("/app");
        waiting.go.countDown();
        serval.close();
        assertThat(waiting.destroyed.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("serval-drain"));
    }

    private static final class Waiting extends HttpServlet {
        private static final long serialVersionUID = 1;
        private final transient CountDownLatch entered = new CountDownLatch(1);
        private final transient CountDownLatch go = new CountDownLatch(1);
        private final transient CountDownLatch destroyed = new CountDownLatch(1);

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            entered.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            response.getWriter().write(destroyed.getCount() == 1 ? "done" : "destroyed");
        }

        @Override
        public void destroy() {
            destroyed.countDown();
        }
    }

    private Path war(String name, String content) throws IOException {
        Path war = base.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
            zip.putNextEntry(new ZipEntry("index.html"));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return war;
    }

    private String read(String path) {
        try {
            return get(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String get(String path) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), serval.port())) {
            socket.setSoTimeout(20_000);
            String request = "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
