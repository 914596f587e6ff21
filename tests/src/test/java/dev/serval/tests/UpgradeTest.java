package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servlet 6.1 §2.3.3.5 and RFC 9110 §7.8: an application goes on with another protocol. */
@ParameterizedClass
@EnumSource(Wire.class)
final class UpgradeTest {
    private static final String ASK =
            ServerUnderTest.request(
                    "GET", "/app/", "Connection: Upgrade", "Upgrade: echo/1, other/2");

    @Parameter Wire wire;

    /** What a handler has lived through. */
    private final List<String> events = new CopyOnWriteArrayList<>();

    /** A part of a protocol. */
    interface Speaking {
        void with(WebConnection connection) throws Exception;
    }

    /** Made by the container; told by the servlet what to do. */
    public static final class Handler implements HttpUpgradeHandler {
        private List<String> events;
        private Speaking speaking;
        private boolean constructed;

        @PostConstruct
        void construct() {
            constructed = true;
        }

        @Override
        public void init(WebConnection connection) {
            events.add(constructed ? "init" : "not constructed");
            try {
                speaking.with(connection);
            } catch (Exception e) {
                events.add(e.getClass().getSimpleName());
            }
        }

        @Override
        public void destroy() {
            events.add("destroy");
        }

        @PreDestroy
        void end() {
            events.add("end");
        }
    }

    private void upgrade(
            HttpServletRequest request, HttpServletResponse response, Speaking speaking)
            throws ServletException, IOException {
        response.setStatus(101);
        response.setHeader("Connection", "Upgrade");
        response.setHeader("Upgrade", "echo/1");
        Handler handler = request.upgrade(Handler.class);
        handler.events = events;
        handler.speaking = speaking;
    }

    private OneServlet start(Speaking speaking) {
        return OneServlet.start(wire, (request, response) -> upgrade(request, response, speaking));
    }

    private void awaitEnd() throws Exception {
        Waiting.until("the handler is destroyed", () -> events.contains("end"));
    }

    // ---- ways to speak

    /** Waits for bytes and sends them back, until the client's end. */
    private static void echoBlocking(WebConnection connection) throws Exception {
        ServletInputStream in = connection.getInputStream();
        ServletOutputStream out = connection.getOutputStream();
        byte[] block = new byte[1000];
        for (int count = in.read(block); count >= 0; count = in.read(block)) {
            out.write(block, 0, count);
        }
        out.print("bye");
        connection.close();
    }

    /** The same in a thread of the application's own. */
    private static void echoInAThread(WebConnection connection) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                echoBlocking(connection);
                            } catch (Exception e) {
                                // Seen by the client.
                            }
                        });
        thread.setDaemon(true);
        thread.start();
    }

    /** The same with listeners. */
    private void echoListening(WebConnection connection) throws IOException {
        Echo echo = new Echo(connection);
        echo.in.setReadListener(echo);
        echo.out.setWriteListener(echo);
    }

    private final class Echo implements ReadListener, WriteListener {
        final ServletInputStream in;
        final ServletOutputStream out;

        Echo(WebConnection connection) throws IOException {
            in = connection.getInputStream();
            out = connection.getOutputStream();
        }

        @Override
        public void onDataAvailable() throws IOException {
            byte[] block = new byte[1000];
            while (out.isReady() && in.isReady()) {
                int count = in.read(block);
                if (count > 0) {
                    out.write(block, 0, count);
                }
            }
        }

        @Override
        public void onWritePossible() throws IOException {
            onDataAvailable();
        }

        @Override
        public void onAllDataRead() throws IOException {
            events.add("all");
            if (out.isReady()) {
                out.print("bye");
            }
        }

        @Override
        public void onError(Throwable cause) {
            events.add("error");
        }
    }

    private Speaking way(String name) {
        return switch (name) {
            case "blocking" -> UpgradeTest::echoBlocking;
            case "thread" -> UpgradeTest::echoInAThread;
            default -> this::echoListening;
        };
    }

    // ---- the switch

    @Test
    void answersWith101AndTheFieldsOfTheApplication() throws Exception {
        try (OneServlet server = start(UpgradeTest::echoBlocking);
                RawClient client = server.connect()) {
            client.send(ASK);
            RawResponse response = client.response();
            assertThat(response.head())
                    .isEqualTo(
                            "HTTP/1.1 101 Switching Protocols\r\nDate: *\r\nUpgrade: echo/1\r\n"
                                    + "Connection: Upgrade\r\n\r\n");
        }
    }

    @Test
    void namesWhatTheClientLikesBestIfTheApplicationNamesNothing() throws Exception {
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) -> {
                                    Handler handler = request.upgrade(Handler.class);
                                    handler.events = events;
                                    handler.speaking = WebConnection::close;
                                });
                RawClient client = server.connect()) {
            client.send(ASK);
            RawResponse response = client.response();
            assertThat(response.status()).isEqualTo(101);
            assertThat(response.field("Upgrade")).isEqualTo("echo/1");
            assertThat(response.field("Connection")).isEqualTo("Upgrade");
            client.assertClosed();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "thread", "listening"})
    void bytesRightBehindTheRequestAreNotLost(String way) throws Exception {
        try (OneServlet server = start(way(way));
                RawClient client = server.connect()) {
            client.send(ASK + "0123456789");
            assertThat(client.response().status()).isEqualTo(101);
            assertThat(new String(client.bytes(10))).isEqualTo("0123456789");
            client.send("more");
            assertThat(new String(client.bytes(4))).isEqualTo("more");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "thread", "listening"})
    void theRequestMayComeByteByByte(String way) throws Exception {
        try (OneServlet server = start(way(way));
                RawClient client = server.connect()) {
            client.drip(ASK + "abc");
            assertThat(client.response().status()).isEqualTo(101);
            assertThat(new String(client.bytes(3))).isEqualTo("abc");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "thread", "listening"})
    void theClientsEndEndsIt(String way) throws Exception {
        try (OneServlet server = start(way(way));
                RawClient client = server.connect()) {
            client.send(ASK + "abc");
            client.response();
            client.bytes(3);
            if (wire.tls()) {
                client.truncate();
            } else {
                client.finish();
            }
            assertThat(client.readToEnd()).isEqualTo("bye");
            awaitEnd();
            assertThat(events.stream().filter(e -> !e.equals("all")))
                    .containsExactly("init", "destroy", "end");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "thread", "listening"})
    void manyBytesPassBothWays(String way) throws Exception {
        byte[] all = TestApp.pattern(4_000_000);
        try (OneServlet server = start(way(way));
                RawClient client = server.connect()) {
            client.send(ASK);
            client.response();
            CompletableFuture<Void> sent =
                    CompletableFuture.runAsync(
                            () -> {
                                try {
                                    client.send(all);
                                } catch (IOException e) {
                                    throw new IllegalStateException(e);
                                }
                            });
            assertThat(client.bytes(all.length)).isEqualTo(all);
            sent.get(10, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "thread", "listening"})
    void itMayBeIdleForLongerThanARequest(String way) throws Exception {
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                new OneServlet.Given(
                                        (request, response) ->
                                                upgrade(request, response, way(way))),
                                new Settings().connectionTimeout(600).load(Settings.uploads(600)));
                RawClient client = server.connect()) {
            client.send(ASK + "a");
            client.response();
            client.bytes(1);
            for (int i = 0; i < 2; i++) {
                try (RawClient silent = server.connect()) {
                    // It owes a request, and is closed when the time of that is over.
                    silent.readToEnd();
                }
            }
            assertThat(new String(client.send("b").bytes(1))).isEqualTo("b");
        }
    }

    @Test
    void theServerMaySpeakFirst() throws Exception {
        try (OneServlet server =
                        start(
                                connection -> {
                                    connection.getOutputStream().print("hello");
                                    connection.getOutputStream().write('!');
                                    connection.close();
                                });
                RawClient client = server.connect()) {
            client.send(ASK);
            client.response();
            assertThat(client.readToEnd()).isEqualTo("hello!");
            awaitEnd();
            assertThat(events).containsExactly("init", "destroy", "end");
        }
    }

    @Test
    void closingTheOutputClosesTheConnection() throws Exception {
        try (OneServlet server = start(connection -> connection.getOutputStream().close());
                RawClient client = server.connect()) {
            client.send(ASK);
            client.response();
            client.assertClosed();
        }
    }

    @Test
    void filtersMayHaveWrappedTheRequest() throws Exception {
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) ->
                                        upgrade(
                                                new HttpServletRequestWrapper(request),
                                                response,
                                                UpgradeTest::echoBlocking));
                RawClient client = server.connect()) {
            client.send(ASK + "x");
            assertThat(client.response().status()).isEqualTo(101);
            assertThat(client.bytes(1)).containsExactly('x');
        }
    }

    @Test
    void itMayBeAskedForInAnAsynchronousRequest() throws Exception {
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) -> {
                                    AsyncContext async = request.startAsync();
                                    upgrade(request, response, UpgradeTest::echoBlocking);
                                    async.complete();
                                });
                RawClient client = server.connect()) {
            client.send(ASK + "x");
            assertThat(client.response().status()).isEqualTo(101);
            assertThat(client.bytes(1)).containsExactly('x');
        }
    }

    @Test
    void aForwardMayLeadToIt() throws Exception {
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) -> {
                                    if (request.getPathInfo().equals("/")) {
                                        request.getRequestDispatcher("/next")
                                                .forward(request, response);
                                    } else {
                                        upgrade(request, response, UpgradeTest::echoBlocking);
                                    }
                                });
                RawClient client = server.connect()) {
            client.send(ASK + "x");
            assertThat(client.response().status()).isEqualTo(101);
            assertThat(client.bytes(1)).containsExactly('x');
        }
    }

    // ---- ends

    private static void waitForBytes(WebConnection connection) throws IOException {
        connection.getInputStream().read();
    }

    private void endsWith(Speaking speaking, Consumer<OneServlet> end) throws Exception {
        try (OneServlet server = start(speaking);
                RawClient client = server.connect()) {
            client.send(ASK);
            client.response();
            Waiting.until("the handler begins", () -> events.contains("init"));
            long begin = System.nanoTime();
            end.accept(server);
            awaitEnd();
            assertThat(client.end()).isNotNull();
            assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin)).isLessThan(10);
            assertThat(events).containsOnlyOnce("destroy").containsOnlyOnce("end");
        }
    }

    @Test
    void aStopEndsOneThatListens() throws Exception {
        endsWith(this::echoListening, OneServlet::close);
    }

    @Test
    void aStopEndsOneThatWaits() throws Exception {
        endsWith(UpgradeTest::waitForBytes, OneServlet::close);
    }

    @Test
    void aStopEndsOneThatDoesNothing() throws Exception {
        endsWith(connection -> {}, OneServlet::close);
    }

    @Test
    void aStopEndsOneThatLeavesBytesUnread() throws Exception {
        silent(client -> client.send("x".repeat(100_000)));
    }

    @Test
    void aStopEndsOneThatDoesNotHearOfTheClientsEnd() throws Exception {
        silent(RawClient::close);
    }

    private interface Deed {
        void with(RawClient client) throws Exception;
    }

    /** The handler neither reads nor closes, whatever its client does: a stop does not wait. */
    private void silent(Deed deed) throws Exception {
        try (OneServlet server = start(connection -> {});
                RawClient client = server.connect()) {
            client.send(ASK);
            client.response();
            Waiting.until("the handler begins", () -> events.contains("init"));
            deed.with(client);
            long begin = System.nanoTime();
            server.close();
            awaitEnd();
            assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin)).isLessThan(10);
        }
    }

    @Test
    void anUndeployEndsOneThatListens() throws Exception {
        endsWith(this::echoListening, OneServlet::undeploy);
    }

    @Test
    void anUndeployEndsOneThatWaits() throws Exception {
        endsWith(UpgradeTest::waitForBytes, OneServlet::undeploy);
    }

    @Test
    void aResetOfTheClientEndsOneThatListens() throws Exception {
        try (OneServlet server = start(this::echoListening);
                RawClient client = server.connect()) {
            client.send(ASK);
            client.response();
            client.reset();
            awaitEnd();
            assertThat(events).containsOnlyOnce("destroy");
        }
    }

    @Test
    void aHandlerThatFailsEndsItsConnectionOnly() throws Exception {
        try (ServerLog log = new ServerLog();
                OneServlet server =
                        start(
                                connection -> {
                                    throw new AssertionError("mistake");
                                });
                RawClient client = server.connect();
                RawClient other = server.connect()) {
            client.send(ASK);
            client.response();
            client.assertClosed();
            awaitEnd();
            assertThat(log.lines()).anyMatch(line -> line.startsWith("SRV-0627"));
            other.send(ASK);
            assertThat(other.response().status()).isEqualTo(101);
        }
    }

    // ---- refusals

    private void refused(String request, OneServlet.Body before) throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (asked, response) -> {
                            before.service(asked, response);
                            try {
                                asked.upgrade(Handler.class);
                            } catch (IllegalStateException e) {
                                thrown.complete(e);
                            }
                        })) {
            assertThat(server.exchange(request).status()).isEqualTo(200);
            assertThat(thrown.get(10, TimeUnit.SECONDS)).isNotNull();
        }
    }

    @Test
    void http10IsRefused() throws Exception {
        refused(ASK.replace("HTTP/1.1", "HTTP/1.0"), (request, response) -> {});
    }

    @Test
    void aClientThatDoesNotAskIsRefused() throws Exception {
        refused(ServerUnderTest.request("GET", "/app/"), (request, response) -> {});
    }

    @Test
    void itIsRefusedAfterTheCommit() throws Exception {
        refused(ASK, (request, response) -> response.flushBuffer());
    }

    @Test
    void itIsRefusedBeforeTheEndOfTheBody() throws Exception {
        refused(
                ASK.replace("\r\n\r\n", "\r\nContent-Length: 2\r\n\r\nab"),
                (request, response) -> {});
    }

    @Test
    void anErrorBehindItIsAnswered() throws Exception {
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) -> {
                            upgrade(request, response, UpgradeTest::echoBlocking);
                            response.sendError(403);
                        })) {
            assertThat(server.exchange(ASK).status()).isEqualTo(403);
            awaitEnd();
            assertThat(events).containsExactly("end");
        }
    }

    @Test
    void aRedirectBehindItIsAnswered() throws Exception {
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) -> {
                            upgrade(request, response, UpgradeTest::echoBlocking);
                            response.sendRedirect("/else");
                        })) {
            assertThat(server.exchange(ASK).status()).isEqualTo(302);
            awaitEnd();
            assertThat(events).containsExactly("end");
        }
    }

    @Test
    void status101WithoutAnUpgradeIsAFailure() throws Exception {
        try (OneServlet server =
                OneServlet.start(wire, (request, response) -> response.setStatus(101))) {
            assertThat(server.exchange(ASK).status()).isEqualTo(500);
        }
    }
}
