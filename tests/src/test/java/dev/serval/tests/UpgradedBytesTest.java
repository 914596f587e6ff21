package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.BytesHandler;
import dev.serval.http.UpgradedBytes;
import dev.serval.lifecycle.GoingAwayListener;
import dev.serval.net.Parked;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 §7.8: an upgraded connection whose handler has the bytes themselves. */
@ParameterizedClass
@EnumSource(Wire.class)
final class UpgradedBytesTest {
    private static final String ASK =
            ServerUnderTest.request("GET", "/app/", "Connection: Upgrade", "Upgrade: echo/1");

    private static volatile List<String> events;

    @Parameter Wire wire;

    /**
     * Sends back what comes, waiting for its client where it must; {@code T} asks for a turn,
     * {@code C} closes, and {@code F} fails.
     */
    public static final class Echo implements HttpUpgradeHandler, BytesHandler, GoingAwayListener {
        private UpgradedBytes bytes;

        @Override
        public void opened(UpgradedBytes opened) throws IOException {
            events.add("opened");
            bytes = opened;
            readable();
        }

        @Override
        public void readable() throws IOException {
            ByteBuffer buffer = ByteBuffer.allocateDirect(4096);
            int count = bytes.read(buffer);
            if (count > 0) {
                write(buffer.flip());
                switch (buffer.get(buffer.limit() - 1)) {
                    case 'T' -> bytes.askForTurn();
                    case 'C' -> bytes.close();
                    case 'F' -> throw new IllegalStateException("asked for");
                    default -> {
                        // Only to be sent back.
                    }
                }
            }
            if (count < 0) {
                events.add("ended");
                write(ByteBuffer.wrap(new byte[] {'b', 'y', 'e'}));
                bytes.close();
            } else {
                bytes.awaitBytes();
            }
        }

        private void write(ByteBuffer buffer) throws IOException {
            while (!bytes.write(buffer)) {
                Parked parked = new Parked();
                bytes.whenWritable(parked);
                bytes.waits().await(parked);
            }
        }

        @Override
        public void turn() throws IOException {
            write(ByteBuffer.wrap(new byte[] {'t'}));
        }

        @Override
        public void goingAway(Duration left) {
            events.add("going away");
            try {
                write(ByteBuffer.wrap(new byte[] {'g', 'o'}));
            } catch (IOException e) {
                events.add(e.toString());
            }
            bytes.close();
        }

        @Override
        public void init(WebConnection connection) {
            events.add("init");
        }

        @Override
        public void destroy() {
            events.add("destroyed");
        }
    }

    private OneServlet start() {
        return start(new Settings());
    }

    private OneServlet start(Settings settings) {
        events = new CopyOnWriteArrayList<>();
        return OneServlet.start(
                wire,
                new OneServlet.Given(
                        (HttpServletRequest request, HttpServletResponse response) ->
                                request.upgrade(Echo.class)),
                settings);
    }

    private static void upgrade(RawClient client, String behind) throws IOException {
        client.send(ASK + behind);
        assertThat(client.response().status()).isEqualTo(101);
    }

    private static void ends() throws Exception {
        Waiting.until("it is destroyed", () -> events.contains("destroyed"));
    }

    @Test
    void bytesPassBothWaysAlsoThoseRightBehindTheRequest() throws Exception {
        try (OneServlet server = start();
                RawClient client = server.connect()) {
            upgrade(client, "0123");
            assertThat(new String(client.bytes(4))).isEqualTo("0123");
            assertThat(new String(client.send("more").bytes(4))).isEqualTo("more");
            assertThat(events).containsExactly("opened");
        }
        ends();
    }

    @Test
    void manyBytesPassBothWays() throws Exception {
        byte[] all = TestApp.pattern(4_000_000);
        // None of them is asked to do something else.
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) (all[i] | 0x80);
        }
        try (OneServlet server = start();
                RawClient client = server.connect()) {
            upgrade(client, "");
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

    @Test
    void theClientsEndIsToldAndAnswered() throws Exception {
        try (OneServlet server = start();
                RawClient client = server.connect()) {
            upgrade(client, "a");
            client.bytes(1);
            if (wire.tls()) {
                client.truncate();
            } else {
                client.finish();
            }
            assertThat(client.readToEnd()).isEqualTo("bye");
            ends();
            assertThat(events).containsExactly("opened", "ended", "destroyed");
        }
    }

    @Test
    void closingIsTheEndBehindWhatWasWritten() throws Exception {
        try (OneServlet server = start();
                RawClient client = server.connect()) {
            upgrade(client, "");
            assertThat(client.send("xC").readToEnd()).isEqualTo("xC");
            ends();
        }
    }

    @Test
    void aTurnThatIsAskedForComes() throws Exception {
        try (OneServlet server = start();
                RawClient client = server.connect()) {
            upgrade(client, "");
            assertThat(new String(client.send("T").bytes(2))).isEqualTo("Tt");
            assertThat(new String(client.send("T").bytes(2))).isEqualTo("Tt");
        }
    }

    @Test
    void aHandlerThatFailsEndsItsConnection() throws Exception {
        try (OneServlet server = start();
                RawClient client = server.connect();
                RawClient other = server.connect()) {
            upgrade(other, "");
            upgrade(client, "");
            assertThat(client.send("F").readToEnd()).isEqualTo("F");
            ends();
            assertThat(new String(other.send("a").bytes(1))).isEqualTo("a");
        }
    }

    @Test
    void itIsToldOfAStop() throws Exception {
        OneServlet server = start();
        try (RawClient client = server.connect()) {
            upgrade(client, "");
            CompletableFuture<Void> stop = CompletableFuture.runAsync(server::close);
            assertThat(client.readToEnd()).isEqualTo("go");
            stop.get(20, TimeUnit.SECONDS);
            assertThat(events).containsExactly("opened", "going away", "destroyed");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a"})
    void itMayBeIdleForLongerThanARequest(String behind) throws Exception {
        try (OneServlet server =
                        start(new Settings().connectionTimeout(600).load(Settings.uploads(600)));
                RawClient client = server.connect()) {
            upgrade(client, behind);
            client.bytes(behind.length());
            for (int i = 0; i < 2; i++) {
                try (RawClient silent = server.connect()) {
                    // It owes a request, and is closed when the time of that is over.
                    silent.readToEnd();
                }
            }
            assertThat(new String(client.send("b").bytes(1))).isEqualTo("b");
        }
    }
}
