package dev.serval.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.connector.IoModel;
import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServalTest {
    @TempDir private Path directory;

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void servesADirectoryAtAContextPath(IoModel io) throws Exception {
        Files.writeString(directory.resolve("a.txt"), "hello");
        try (Serval serval = Serval.onPort(0).io(io).directory("/docs", directory).start()) {
            assertThat(get(serval, "/docs/a.txt", "x"))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("hello");
            assertThat(get(serval, "/a.txt", "x")).startsWith("HTTP/1.1 404");
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void servesAServletAtAContextPath(IoModel io) throws Exception {
        try (Serval serval =
                Serval.onPort(0).io(io).servlet("/app", "/hello/*", new Hello()).start()) {
            assertThat(get(serval, "/app/hello/x", "x"))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("/app /hello /x");
        }
    }

    @Test
    void anApplicationMayHaveFilesAndServlets() throws Exception {
        Files.writeString(directory.resolve("a.txt"), "file");
        try (Serval serval =
                Serval.onPort(0)
                        .directory("/", directory)
                        .servlet("", "/hello/*", new Hello())
                        .start()) {
            assertThat(get(serval, "/a.txt", "x")).endsWith("file");
            assertThat(get(serval, "/hello/x", "x")).endsWith(" /hello /x");
            assertThat(serval.webApplications()).containsExactly("/");
        }
    }

    @Test
    void oneServletMayHaveSeveralPatterns() throws Exception {
        Hello hello = new Hello();
        try (Serval serval =
                Serval.onPort(0)
                        .servlet("/app", "/a", hello)
                        .servlet("/app", "/b", hello)
                        .start()) {
            assertThat(get(serval, "/app/a", "x")).endsWith("/app /a null");
            assertThat(get(serval, "/app/b", "x")).endsWith("/app /b null");
        }
        assertThat(hello.destroyed).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "www.example.com", "127.0.0.1:1", "[::1]"})
    void answersWhateverNameIsUsed(String host) throws Exception {
        try (Serval serval = Serval.onPort(0).servlet("", "/", new Hello()).start()) {
            assertThat(get(serval, "/x", host)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aHostHasItsOwnApplications() throws Exception {
        try (Serval serval =
                Serval.onPort(0)
                        .servlet("/app", "/a", new Hello())
                        .host("www.example.com", "example.com")
                        .servlet("/app", "/b", new Hello())
                        .start()) {
            assertThat(get(serval, "/app/b", "www.example.com")).startsWith("HTTP/1.1 200");
            assertThat(get(serval, "/app/b", "EXAMPLE.com")).startsWith("HTTP/1.1 200");
            assertThat(get(serval, "/app/b", "other")).startsWith("HTTP/1.1 404");
            assertThat(get(serval, "/app/a", "other")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void theUriHasThePort() throws Exception {
        try (Serval serval = Serval.onPort(0).start()) {
            assertThat(serval.port()).isPositive();
            assertThat(serval.uri()).hasToString("http://localhost:" + serval.port() + "/");
        }
    }

    @Test
    void theUriHasTheAddressThatWasAskedFor() throws Exception {
        try (Serval serval = Serval.onPort(0).address("127.0.0.1").start()) {
            assertThat(serval.uri()).hasHost("127.0.0.1");
        }
    }

    @Test
    void withoutAnApplicationEverythingIs404() throws Exception {
        try (Serval serval = Serval.onPort(0).start()) {
            assertThat(get(serval, "/", "x")).startsWith("HTTP/1.1 404");
        }
    }

    @Test
    void settingsOfTheConnectorCanBeChanged() throws Exception {
        try (Serval serval =
                Serval.onPort(0)
                        .connector(config -> config.change().server("Mine").done())
                        .start()) {
            assertThat(get(serval, "/", "x")).contains("Server: Mine");
        }
    }

    @Test
    void parametersReachTheServlet() throws Exception {
        HttpServlet servlet =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response)
                            throws IOException {
                        response.getWriter().print(getServletContext().getInitParameter("n"));
                    }
                };
        try (Serval serval =
                Serval.onPort(0)
                        .servlet("/a", "/", servlet)
                        .parameter("/a", "n", "value")
                        .start()) {
            assertThat(get(serval, "/a/", "x")).endsWith("value");
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void closeLeavesNoThread(IoModel io) throws Exception {
        Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
        Serval serval = Serval.onPort(0).io(io).servlet("", "/", new Hello()).start();
        assertThat(get(serval, "/x", "x")).startsWith("HTTP/1.1 200");
        serval.close();
        Set<Thread> after = new HashSet<>(Thread.getAllStackTraces().keySet());
        after.removeAll(before);
        after.removeIf(thread -> isOfTheJdk(thread));
        assertThat(after).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void afterCloseThePortIsFree(IoModel io) throws Exception {
        // Often: a stop that meets the threads while they start must free the port too.
        for (int i = 0; i < 30; i++) {
            Serval serval = Serval.onPort(0).io(io).start();
            int port = serval.port();
            serval.close();
            try (Serval again = Serval.onPort(port).io(io).start()) {
                assertThat(again.port()).isEqualTo(port);
            }
        }
    }

    @Test
    void afterCloseOnlyTheAddressIsKnown() throws Exception {
        Serval serval = Serval.onPort(0).servlet("/app", "/", new Hello()).start();
        int port = serval.port();
        serval.close();
        assertThat(serval.port()).isEqualTo(port);
        assertThat(serval.uri()).hasPort(port);
        assertThatThrownBy(serval::webApplications)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the server at http://localhost:" + port + "/ has stopped");
    }

    @Test
    void closesOnce() throws Exception {
        Hello hello = new Hello();
        Serval serval = Serval.onPort(0).servlet("", "/", hello).start();
        serval.close();
        serval.close();
        assertThat(hello.destroyed).isEqualTo(1);
    }

    @Test
    void aRequestInFlightIsAnswered() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        HttpServlet slow =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response)
                            throws IOException {
                        entered.countDown();
                        try {
                            go.await(10, TimeUnit.SECONDS);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        response.getWriter().print("done");
                    }
                };
        Serval serval = Serval.onPort(0).servlet("", "/", slow).start();
        CompletableFuture<String> answer =
                CompletableFuture.supplyAsync(() -> quietly(serval, "/x"));
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> stop =
                CompletableFuture.runAsync(() -> serval.stop(Duration.ofSeconds(10)));
        go.countDown();
        assertThat(answer.get(10, TimeUnit.SECONDS)).endsWith("done");
        stop.get(10, TimeUnit.SECONDS);
    }

    @Test
    void aTakenPortIsSaid() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThatThrownBy(() -> Serval.onPort(port).address("127.0.0.1").start())
                    .isInstanceOf(LifecycleException.class)
                    .hasMessageContaining("Port " + port);
        }
    }

    @Test
    void anUnknownAddressIsSaid() {
        assertThatThrownBy(() -> Serval.onPort(0).address("no.such.host.invalid").start())
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("no.such.host.invalid");
    }

    @Test
    void aServletThatCannotStartIsSaid() {
        HttpServlet broken =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public void init() throws ServletException {
                        throw new ServletException("no database");
                    }
                };
        assertThatThrownBy(() -> Serval.onPort(0).servlet("/app", "/", broken).start())
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("[/app]")
                .hasMessageContaining("no database");
    }

    @Test
    void aDirectoryThatIsMissingIsSaidAtOnce() {
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> Serval.onPort(0).directory("/docs", missing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(missing + " is not a directory");
    }

    @Test
    void aSecondDirectoryAtAPathIsRefused() {
        ServalBuilder builder = Serval.onPort(0).directory("/", directory);
        assertThatThrownBy(() -> builder.directory("", directory))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSecondHostOfANameIsRefused() {
        assertThatThrownBy(() -> Serval.onPort(0).host("a").host("a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is a host a already");
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs", "/docs/", "docs/"})
    void aContextPathIsCheckedAtOnce(String path) {
        assertThatThrownBy(() -> Serval.onPort(0).directory(path, directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(path);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65536})
    void aPortIsCheckedAtOnce(int port) {
        assertThatThrownBy(() -> Serval.onPort(port))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("port " + port + " is out of range: 0 to 65535");
    }

    @Test
    void aBuilderStartsOneServer() throws Exception {
        ServalBuilder builder = Serval.onPort(0);
        try (Serval serval = builder.start()) {
            assertThat(serval.port()).isPositive();
            assertThatThrownBy(builder::start).isInstanceOf(IllegalStateException.class);
        }
    }

    /** The JDK starts some threads when they are first needed and keeps them. */
    private static boolean isOfTheJdk(Thread thread) {
        return thread.getName()
                .matches(
                        "(Cleaner|ForkJoinPool\\.commonPool|CompletableFutureDelay|process reaper"
                                + "|Read-Poller|Write-Poller|VirtualThread|Common-Cleaner|Attach).*");
    }

    private static String quietly(Serval serval, String path) {
        try {
            return get(serval, path, "x");
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static String get(Serval serval, String path, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), serval.port());
                InputStream in = socket.getInputStream()) {
            socket.setSoTimeout(10_000);
            String request =
                    "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static final class Hello extends HttpServlet {
        private static final long serialVersionUID = 1;
        private int destroyed;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter()
                    .print(
                            request.getContextPath()
                                    + " "
                                    + request.getServletPath()
                                    + " "
                                    + request.getPathInfo());
        }

        @Override
        public void destroy() {
            destroyed++;
        }
    }
}
