package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import dev.serval.lifecycle.GoingAwayListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** An upgraded connection is told that its application, or the server, stops. */
@ParameterizedClass
@EnumSource(Wire.class)
final class UpgradeEndTest {
    private static final String ASK =
            ServerUnderTest.request("GET", "/app/", "Connection: Upgrade", "Upgrade: last/1");
    private static final Duration LIMIT = Duration.ofSeconds(2);

    @Parameter Wire wire;

    private final List<String> events = new CopyOnWriteArrayList<>();

    /** Listens, and is told of the end. */
    public static class Handler implements HttpUpgradeHandler, GoingAwayListener, ReadListener {
        private List<String> events;
        private BiConsumer<WebConnection, Duration> farewell;
        private WebConnection connection;

        @Override
        public void init(WebConnection connection) {
            this.connection = connection;
            try {
                connection.getInputStream().setReadListener(this);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            events.add("init");
        }

        @Override
        public void goingAway(Duration left) {
            events.add("told");
            farewell.accept(connection, left);
        }

        @Override
        public void onDataAvailable() throws IOException {
            while (connection.getInputStream().isReady()) {
                int got = connection.getInputStream().read();
                if (got == '.') {
                    say(connection, "answered");
                    return;
                }
            }
        }

        @Override
        public void onAllDataRead() {
            events.add("all");
        }

        @Override
        public void onError(Throwable cause) {
            events.add("error");
        }

        @Override
        public void destroy() {
            events.add("destroy");
        }
    }

    private static void say(WebConnection connection, String words) {
        try {
            connection.getOutputStream().print(words);
            connection.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Serval start(BiConsumer<WebConnection, Duration> farewell) throws Exception {
        OneServlet.Body body = (request, response) -> upgrade(request, response, farewell);
        return Serval.onPort(0)
                .connector(unchanged -> new Settings().config(wire))
                .servlet("/app", "/*", new OneServlet.Given(body))
                .start();
    }

    private void upgrade(
            HttpServletRequest request,
            HttpServletResponse response,
            BiConsumer<WebConnection, Duration> farewell)
            throws ServletException, IOException {
        Handler handler = request.upgrade(Handler.class);
        handler.events = events;
        handler.farewell = farewell;
    }

    private RawClient upgraded(Serval server) throws Exception {
        RawClient client = new RawClient(wire, server.port());
        client.send(ASK);
        assertThat(client.response().status()).isEqualTo(101);
        Waiting.until("the handler begins", () -> events.contains("init"));
        return client;
    }

    @Test
    void aStopOfTheServerLetsItSayALastWord() throws Exception {
        try (Serval server = start((connection, left) -> say(connection, "bye"));
                RawClient client = upgraded(server)) {
            server.stop(LIMIT);
            assertThat(client.readToEnd()).isEqualTo("bye");
            assertThat(events).containsExactly("init", "told", "destroy");
        }
    }

    @Test
    void anUndeployLetsItSayALastWord() throws Exception {
        try (Serval server = start((connection, left) -> say(connection, "bye"));
                RawClient client = upgraded(server)) {
            server.undeploy("/app");
            assertThat(client.readToEnd()).isEqualTo("bye");
            Waiting.until("the handler is destroyed", () -> events.contains("destroy"));
            assertThat(events).containsExactly("init", "told", "destroy");
        }
    }

    @Test
    void itMayWaitForTheAnswerToItsLastWord() throws Exception {
        CompletableFuture<Duration> given = new CompletableFuture<>();
        try (Serval server =
                        start(
                                (connection, left) -> {
                                    given.complete(left);
                                    try {
                                        connection.getOutputStream().print("bye");
                                        connection.getOutputStream().flush();
                                    } catch (IOException e) {
                                        throw new IllegalStateException(e);
                                    }
                                });
                RawClient client = upgraded(server)) {
            CompletableFuture<Void> stop =
                    CompletableFuture.runAsync(() -> server.stop(Duration.ofSeconds(20)));
            assertThat(client.bytes(3)).asString().isEqualTo("bye");
            assertThat(given.get(10, TimeUnit.SECONDS))
                    .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(20));
            client.send(".");
            assertThat(client.readToEnd()).isEqualTo("answered");
            stop.get(10, TimeUnit.SECONDS);
            assertThat(events).containsExactly("init", "told", "destroy");
        }
    }

    @Test
    void oneThatDoesNotEndIsClosedWhenAStopHasLastedForItsTime() throws Exception {
        try (ServerLog log = new ServerLog();
                Serval server = start((connection, left) -> {});
                RawClient client = upgraded(server)) {
            long begin = System.nanoTime();
            server.stop(LIMIT);
            client.assertClosed();
            Waiting.until("the handler is destroyed", () -> events.contains("destroy"));
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(10));
            assertThat(events).containsExactly("init", "told", "destroy");
            assertThat(log.lines()).noneMatch(line -> line.matches("SRV-(0520|0910|0912).*"));
        }
    }
}
