package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.embed.Serval;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A connection that goes on with a protocol of the application. */
@OnSixWires
@Section("2.3.3.5")
final class Servlet61Section2_3_3UpgradeTest {
    private static final String ASK =
            ServerUnderTest.request("GET", "/app/", "Connection: Upgrade", "Upgrade: test");

    @Parameter ServletUnderTest server;

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> checked = new CompletableFuture<>();

    @AfterEach
    void nothingFailedUnheard() {
        assertThat(checked).isNotCompletedExceptionally();
    }

    interface Speaking {
        void with(WebConnection connection) throws Exception;
    }

    /** Made by the container, and told by the servlet what to do. */
    public static final class Handler implements HttpUpgradeHandler {
        private Servlet61Section2_3_3UpgradeTest test;
        private Speaking speaking;

        @Override
        public void init(WebConnection connection) {
            test.events.add("init");
            try {
                speaking.with(connection);
            } catch (Throwable e) {
                test.checked.completeExceptionally(e);
            }
        }

        @Override
        public void destroy() {
            test.events.add("destroy");
        }
    }

    /** It has no constructor that the container could call. */
    public static final class Unmakable implements HttpUpgradeHandler {
        public Unmakable(String unused) {
            assertThat(unused).isNull();
        }

        @Override
        public void init(WebConnection connection) {}

        @Override
        public void destroy() {}
    }

    private void upgrade(HttpServletRequest request, HttpServletResponse response, Speaking deed)
            throws ServletException, IOException {
        response.setStatus(101);
        response.setHeader("Connection", "Upgrade");
        response.setHeader("Upgrade", "test");
        Handler handler = request.upgrade(Handler.class);
        handler.test = this;
        handler.speaking = deed;
    }

    /** A client whose connection has been upgraded. */
    private interface Talk {
        void with(RawClient client) throws Exception;
    }

    private void talk(Speaking speaking, Talk talk) throws Exception {
        try (OneServlet own = OneServlet.start(server.wire(), (q, r) -> upgrade(q, r, speaking));
                RawClient client = own.connect()) {
            RawResponse answer = client.exchange(ASK);
            assertThat(answer.status()).isEqualTo(101);
            talk.with(client);
        }
    }

    private void awaitChecked() throws Exception {
        checked.get(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
    }

    @Test
    void theHandlerIsCalledBehindTheServletAndAllFilters() throws Exception {
        try (Serval own =
                        server.start(
                                b ->
                                        b.filter(
                                                        "/app",
                                                        "/*",
                                                        (q, r, chain) -> {
                                                            events.add("in");
                                                            chain.doFilter(q, r);
                                                            events.add("out");
                                                        })
                                                .servlet(
                                                        "/app",
                                                        "/*",
                                                        new OneServlet.Given(
                                                                (q, r) -> {
                                                                    upgrade(
                                                                            q,
                                                                            r,
                                                                            WebConnection::close);
                                                                    events.add("servlet");
                                                                })));
                RawClient client = new RawClient(server.wire(), own.port())) {
            assertThat(client.exchange(ASK).status()).isEqualTo(101);
            client.assertClosed();
            Waiting.until("its end", () -> events.contains("destroy"));
        }
        assertThat(events).containsExactly("in", "servlet", "out", "init", "destroy");
    }

    /** Libraries flush what they think of as the head of the new protocol. */
    @Test
    void aFlushBehindUpgradeIsNoAnswerOfItsOwn() throws Exception {
        try (OneServlet own =
                        OneServlet.start(
                                server.wire(),
                                (q, r) -> {
                                    upgrade(
                                            q,
                                            r,
                                            c -> {
                                                c.getOutputStream().print("hi");
                                                c.close();
                                            });
                                    assertThat(r.isCommitted()).isFalse();
                                    r.setHeader("X-Before", "1");
                                    r.flushBuffer();
                                    assertThat(r.isCommitted()).isTrue();
                                    r.setHeader("X-Behind", "1");
                                    r.getOutputStream().print("lost");
                                    r.getOutputStream().flush();
                                    r.getOutputStream().close();
                                });
                RawClient client = own.connect()) {
            RawResponse answer = client.exchange(ASK);
            assertThat(answer.status()).isEqualTo(101);
            assertThat(answer.field("X-Before")).isEqualTo("1");
            assertThat(answer.field("X-Behind")).isNull();
            assertThat(client.bytes(2)).asString(StandardCharsets.US_ASCII).isEqualTo("hi");
        }
    }

    @Test
    void aServletThatFailsBehindAFlushedUpgradeIsAnError() throws Exception {
        try (OneServlet own =
                        OneServlet.start(
                                server.wire(),
                                (q, r) -> {
                                    upgrade(q, r, WebConnection::close);
                                    r.flushBuffer();
                                    throw new ServletException("on purpose");
                                });
                RawClient client = own.connect()) {
            assertThat(client.exchange(ASK).status()).isEqualTo(500);
        }
        assertThat(events).isEmpty();
    }

    @Test
    @Section("HttpServletRequest.upgrade")
    void aHandlerThatCannotBeMadeIsAServletException() throws Exception {
        server.send(
                ASK,
                (q, r) ->
                        assertThatThrownBy(() -> q.upgrade(Unmakable.class))
                                .isInstanceOf(ServletException.class));
    }

    @Test
    void bytesPassBothWaysAsTheyAre() throws Exception {
        talk(
                connection -> {
                    byte[] heard = connection.getInputStream().readNBytes(4);
                    connection.getOutputStream().write(heard);
                    connection.close();
                },
                client -> {
                    client.send(new byte[] {0, -1, 13, 10});
                    assertThat(client.bytes(4)).containsExactly(0, -1, 13, 10);
                    client.assertClosed();
                });
    }

    @Test
    @Section("WebConnection.close")
    void closeEndsTheConnectionAndTheHandler() throws Exception {
        talk(
                WebConnection::close,
                client -> {
                    client.assertClosed();
                    Waiting.until("its end", () -> events.contains("destroy"));
                });
        assertThat(events).containsExactly("init", "destroy");
    }

    @Test
    @Section("HttpUpgradeHandler.destroy")
    void theHandlerIsDestroyedOnceWhenTheClientGoesAway() throws Exception {
        talk(
                connection ->
                        connection.getInputStream().setReadListener(listening(connection, false)),
                client -> {
                    client.send("a");
                    Waiting.until("it hears", () -> events.contains("a"));
                    client.close();
                    Waiting.until("its end", () -> events.contains("destroy"));
                });
        assertThat(events).startsWith("init", "a").endsWith("destroy");
        assertThat(events).filteredOn("destroy"::equals).hasSize(1);
    }

    /** Hears, and says the same again if it is to. */
    private ReadListener listening(WebConnection connection, boolean echoes) throws IOException {
        ServletInputStream in = connection.getInputStream();
        ServletOutputStream out = connection.getOutputStream();
        return new ReadListener() {
            @Override
            public void onDataAvailable() throws IOException {
                while (in.isReady()) {
                    int heard = in.read();
                    if (heard < 0) {
                        return;
                    }
                    events.add("" + (char) heard);
                    if (echoes && out.isReady()) {
                        out.write(heard);
                    }
                }
            }

            @Override
            public void onAllDataRead() throws IOException {
                events.add("onAllDataRead");
                if (echoes) {
                    out.print("bye");
                }
            }

            @Override
            public void onError(Throwable cause) {
                events.add("onError");
            }
        };
    }

    @Test
    void aHandlerMayReadAndWriteWithoutWaiting() throws Exception {
        talk(
                connection -> {
                    CompletableFuture<Void> possible = new CompletableFuture<>();
                    connection
                            .getOutputStream()
                            .setWriteListener(
                                    new WriteListener() {
                                        @Override
                                        public void onWritePossible() throws IOException {
                                            if (possible.complete(null)) {
                                                connection
                                                        .getInputStream()
                                                        .setReadListener(
                                                                listening(connection, true));
                                            }
                                        }

                                        @Override
                                        public void onError(Throwable cause) {
                                            checked.completeExceptionally(cause);
                                        }
                                    });
                },
                client -> {
                    client.drip("xyz");
                    assertThat(new String(client.bytes(3), StandardCharsets.US_ASCII))
                            .isEqualTo("xyz");
                    client.finish();
                    assertThat(client.readToEnd()).isEqualTo("bye");
                });
        assertThat(events).containsExactly("init", "x", "y", "z", "onAllDataRead", "destroy");
    }

    @Test
    @Section("ServletInputStream.setReadListener")
    void aSecondListenerIsRefused() throws Exception {
        talk(
                connection -> {
                    connection.getInputStream().setReadListener(listening(connection, false));
                    assertThatThrownBy(
                                    () ->
                                            connection
                                                    .getInputStream()
                                                    .setReadListener(listening(connection, false)))
                            .isInstanceOf(IllegalStateException.class);
                    checked.complete(null);
                    connection.close();
                },
                client -> awaitChecked());
    }

    @Test
    @Section("ServletInputStream.read")
    void aReadThatIsNotReadyIsRefused() throws Exception {
        talk(
                connection -> {
                    ServletInputStream in = connection.getInputStream();
                    in.setReadListener(listening(connection, false));
                    assertThat(in.isReady()).isFalse();
                    assertThatThrownBy(in::read).isInstanceOf(IllegalStateException.class);
                    checked.complete(null);
                    connection.close();
                },
                client -> awaitChecked());
    }

    @Test
    @Section("3.14")
    void theRequestIsOverWhenTheHandlerIsCalled() throws Exception {
        try (OneServlet own =
                        OneServlet.start(
                                server.wire(),
                                (q, r) ->
                                        upgrade(
                                                q,
                                                r,
                                                connection -> {
                                                    assertThatThrownBy(() -> q.getHeader("Upgrade"))
                                                            .isInstanceOf(
                                                                    IllegalStateException.class)
                                                            .hasMessageContaining("upgraded");
                                                    checked.complete(null);
                                                    connection.close();
                                                }));
                RawClient client = own.connect()) {
            assertThat(client.exchange(ASK).status()).isEqualTo(101);
            awaitChecked();
        }
    }
}
