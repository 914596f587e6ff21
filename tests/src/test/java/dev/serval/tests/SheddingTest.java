package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Where there is no room for connections, idle ones make it, the oldest first. */
final class SheddingTest {
    private static final String HELLO = request("GET", "/hello.txt");

    /** A server, and clients of it that have asked once and are idle since. */
    private static final class Small implements AutoCloseable {
        final ServerUnderTest server;
        final List<RawClient> clients = new ArrayList<>();

        Small(Wire wire, Settings settings) throws Exception {
            server = ServerUnderTest.start(wire, settings);
        }

        void idle(int count) throws IOException {
            for (int i = 0; i < count; i++) {
                RawClient client = server.connect();
                clients.add(client);
                assertThat(client.exchange(HELLO).text()).isEqualTo(Site.HELLO);
            }
        }

        RawClient oldest() {
            return clients.get(0);
        }

        @Override
        public void close() throws Exception {
            for (RawClient client : clients) {
                client.close();
            }
            server.close();
        }
    }

    @Test
    void aFullServerServesANewConnectionForTheOldestIdleOne() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (Small small = new Small(wire, new Settings().maxConnections(4))) {
                        small.idle(1);
                        assertThat(small.oldest().awaitInput(250)).isFalse();
                        small.idle(3);
                        assertThat(small.server.get("/hello.txt").text()).isEqualTo(Site.HELLO);
                        small.oldest().assertClosed();
                    }
                });
    }

    @Test
    void busyConnectionsAreNotClosed() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (Small small = new Small(wire, new Settings().maxConnections(2));
                            Gate gate = small.server.app().newGate();
                            RawClient busy = small.server.connect()) {
                        busy.send(request("GET", gate.path()));
                        gate.awaitEntered();
                        small.idle(1);
                        small.idle(1);
                        small.idle(1);
                        small.oldest().assertClosed();
                        gate.open();
                        assertThat(busy.response().text()).isEqualTo("passed\n");
                    }
                });
    }

    /** A client for which the queue has no room tries again only after a second. */
    @Test
    void threeHundredConnectionsAtOnceFindRoomInTheQueueOfAFullServer() throws Exception {
        assumeTrue(systemQueues() >= 300, "the system lets no more than that wait");
        for (Wire wire : Wire.tested()) {
            if (wire.tls()) {
                continue; // the queue is before TLS
            }
            try (Small small = new Small(wire, new Settings().maxConnections(1));
                    Gate gate = small.server.app().newGate();
                    RawClient busy = small.server.connect()) {
                busy.send(request("GET", gate.path()));
                gate.awaitEntered();
                for (int i = 0; i < 300; i++) {
                    try {
                        small.clients.add(small.server.connect());
                    } catch (SocketTimeoutException e) {
                        throw new AssertionError(wire + ": " + i + " found room", e);
                    }
                }
                for (RawClient waiting : small.clients.subList(0, 299)) {
                    waiting.close();
                }
                gate.open();
                assertThat(busy.response().text()).isEqualTo("passed\n");
                busy.close();
                assertThat(small.clients.get(299).exchange(HELLO).text()).isEqualTo(Site.HELLO);
            }
        }
    }

    private static int systemQueues() throws IOException {
        Path limit = Path.of("/proc/sys/net/core/somaxconn");
        return Files.exists(limit) ? Integer.parseInt(Files.readString(limit).strip()) : 0;
    }

    @Test
    void whereRoomIsShortConnectionsMayBeIdleForAShorterTime() throws Exception {
        Settings settings = new Settings().maxConnections(32).keepAliveTimeout(4000);
        AllWires.atOnce(
                wire -> {
                    try (Small small = new Small(wire, settings)) {
                        small.idle(1);
                        assertThat(small.oldest().awaitInput(250)).isFalse();
                        small.idle(30);
                        assertThat(small.oldest().awaitInput(2500))
                                .as("closed long before 4 s")
                                .isTrue();
                        small.oldest().assertClosed();
                    }
                });
    }

    @Test
    void whereThereIsRoomNobodyIsClosed() throws Exception {
        Settings settings = new Settings().maxConnections(32).keepAliveTimeout(4000);
        AllWires.atOnce(
                wire -> {
                    try (Small small = new Small(wire, settings)) {
                        long begun = System.nanoTime();
                        small.idle(20);
                        boolean closed = small.oldest().awaitInput(1000);
                        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
                        // On a busy machine its own time may be over.
                        assertThat(closed && millis < 4000).as("closed").isFalse();
                    }
                });
    }
}
