package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import jakarta.servlet.ReadListener;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Turns of upgraded connections that are short run on the event loop; whatever one of them does
 * then, the other connections go on.
 */
final class InlineTurnsTest {
    private static final String ASK =
            ServerUnderTest.request("GET", "/app/up", "Connection: Upgrade", "Upgrade: thread/1");

    private static volatile CountDownLatch held = new CountDownLatch(1);
    private static volatile CountDownLatch gate = new CountDownLatch(1);

    /** Answers a byte with {@code L} on a loop, else {@code W}; waits for {@code !} on a loop. */
    public static final class Handler implements HttpUpgradeHandler, ReadListener {
        private WebConnection connection;
        private ClassLoader loader;

        @Override
        public void init(WebConnection connection) {
            this.connection = connection;
            loader = Thread.currentThread().getContextClassLoader();
            try {
                connection.getInputStream().setReadListener(this);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void onDataAvailable() throws IOException {
            while (connection.getInputStream().isReady()) {
                int asked = connection.getInputStream().read();
                boolean loop = Thread.currentThread().getName().contains("-loop-");
                if (asked == '!' && loop) {
                    held.countDown();
                    try {
                        gate.await(20, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
                boolean right = Thread.currentThread().getContextClassLoader() == loader;
                connection.getOutputStream().print(!right ? "?" : loop ? "L" : "W");
                connection.getOutputStream().flush();
            }
        }

        @Override
        public void onAllDataRead() {
            // The connection is closed behind this.
        }

        @Override
        public void onError(Throwable cause) {
            // The same.
        }

        @Override
        public void destroy() {
            // Holds nothing.
        }
    }

    private final List<RawClient> open = new ArrayList<>();

    @AfterEach
    void end() throws IOException {
        gate.countDown();
        for (RawClient client : open) {
            client.close();
        }
    }

    private static Serval start(Wire wire, boolean inline) throws Exception {
        held = new CountDownLatch(1);
        gate = new CountDownLatch(1);
        OneServlet.Body body =
                (request, response) -> {
                    if (request.getPathInfo().equals("/up")) {
                        request.upgrade(Handler.class);
                    }
                };
        return Serval.onPort(0)
                .connector(
                        unchanged ->
                                new Settings().config(wire).change().inlineCalls(inline).done())
                .servlet("/app", "/*", new OneServlet.Given(body))
                .start();
    }

    private RawClient upgraded(Wire wire, Serval server) throws IOException {
        RawClient client = new RawClient(wire, server.port());
        open.add(client);
        client.send(ASK);
        assertThat(client.response().status()).isEqualTo(101);
        return client;
    }

    private static char ask(RawClient client) throws IOException {
        return (char) client.send(".").bytes(1)[0];
    }

    private static void warmUp(RawClient client) throws Exception {
        Waiting.until("turns are short", () -> ask(client) == 'L');
    }

    @ParameterizedTest
    @EnumSource(
            value = Wire.class,
            names = {"NIO", "NIO_TLS"})
    void shortTurnsRunOnTheLoop(Wire wire) throws Exception {
        try (Serval server = start(wire, true)) {
            RawClient client = upgraded(wire, server);
            warmUp(client);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Wire.class,
            names = {"NIO", "NIO_TLS"})
    void oneThatWaitsHoldsUpNobody(Wire wire) throws Exception {
        try (Serval server = start(wire, true)) {
            RawClient client = upgraded(wire, server);
            for (int i = 0; i < 100 && held.getCount() > 0; i++) {
                warmUp(client);
                client.send("!");
                Waiting.until("it runs", () -> held.getCount() == 0 || client.awaitInput(5));
                if (held.getCount() > 0) {
                    client.bytes(1);
                }
            }
            assertThat(held.getCount()).isZero();
            // More than there are loops, so that one of them is on that which was held up.
            for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
                assertThat(ask(upgraded(wire, server))).isIn('L', 'W');
            }
            gate.countDown();
            assertThat(client.bytes(1)).containsExactly('L');
            assertThat(ask(client)).isIn('L', 'W');
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void noneRunsThereWhereThatIsNotWanted(Wire wire) throws Exception {
        try (Serval server = start(wire, false)) {
            RawClient client = upgraded(wire, server);
            for (int i = 0; i < 300; i++) {
                assertThat(ask(client)).isEqualTo('W');
            }
        }
    }
}
