package dev.serval.tests;

import static dev.serval.http.Refusal.GAVE_WAY;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.serval.connector.IoModel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Where every place is taken and somebody waits, the connection that has owed a head for longest
 * makes room, then the one that has been idle for longest; one with a whole head never does.
 */
final class GivingWayTest {
    private static final String HELLO = request("GET", "/hello.txt");
    // More than a connection may take over its head where others wait.
    private static final int LONG = 700;
    // Longer than a client waits for an answer: what closes a connection is no time-out.
    private static final int NEVER = 10 * RawClient.PATIENCE;

    /** A server with few places, and what connects to it. */
    private static final class Small implements AutoCloseable {
        final ServerUnderTest server;
        private final List<AutoCloseable> open = new ArrayList<>();

        Small(Wire wire, int places) {
            // On platform threads a connection of BIO is a thread.
            server =
                    ServerUnderTest.start(
                            wire,
                            new Settings()
                                    .maxConnections(places)
                                    .maxThreads(places)
                                    .connectionTimeout(NEVER)
                                    .keepAliveTimeout(NEVER));
        }

        RawClient connect() throws IOException {
            RawClient client = server.connect();
            open.add(client);
            return client;
        }

        List<RawClient> slow(int count) throws IOException {
            List<RawClient> slow = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                slow.add(connect().send("GET /hello.txt HTTP/1.1\r\nHo"));
            }
            return slow;
        }

        /** Has asked and been answered. */
        RawClient idle() throws IOException {
            RawClient client = connect();
            assertThat(client.exchange(HELLO).text()).isEqualTo(Site.HELLO);
            return client;
        }

        /** Soon, and not with the end of a time-out, which nobody reaches here. */
        void assertAnswersSoon(String target, String text) throws IOException {
            assertThat(server.get(target).text()).isEqualTo(text);
        }

        @Override
        public void close() throws Exception {
            for (AutoCloseable one : open) {
                one.close();
            }
            server.close();
        }
    }

    @Test
    void theOneThatHasOwedItsHeadForLongestGetsA408AndTheOthersStay() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (Small small = new Small(wire, 4)) {
                        RawClient first = small.slow(1).get(0);
                        // So that the server sees them in this order, too.
                        assertThat(first.awaitInput(LONG / 2)).as("closed").isFalse();
                        List<RawClient> others = small.slow(3);
                        // Two threads accept: the next one must not get the place of the last.
                        assertThat(first.awaitInput(LONG / 2)).as("closed").isFalse();
                        small.assertAnswersSoon("/hello.txt", Site.HELLO);
                        Refused.assertRefusal(first.response(), GAVE_WAY);
                        first.assertClosed();
                        for (RawClient other : others) {
                            other.send("st: localhost\r\n\r\n");
                            assertThat(other.response().text()).isEqualTo(Site.HELLO);
                        }
                    }
                });
    }

    @Test
    void thoseOfTheClientThatHoldsMostGoBeforeOneThatHasOwedForLonger() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (Small small = new Small(wire, 4)) {
                        RawClient honest = RawClient.from(2, wire, port(small));
                        assumeThat(honest).isNotNull();
                        small.open.add(honest);
                        honest.send("GET /hello.txt HTTP/1.1\r\nHo");
                        List<RawClient> many = small.slow(3);
                        assertThat(many.get(0).awaitInput(LONG)).as("closed").isFalse();
                        small.assertAnswersSoon("/hello.txt", Site.HELLO);
                        // Which of them owed first is what the server has seen, not what was sent.
                        Refused.assertRefusal(firstHeard(many).response(), GAVE_WAY);
                        honest.send("st: localhost\r\n\r\n");
                        assertThat(honest.response().text()).isEqualTo(Site.HELLO);
                    }
                });
    }

    private static RawClient firstHeard(List<RawClient> clients) throws Exception {
        AtomicReference<RawClient> heard = new AtomicReference<>();
        Waiting.until(
                "one of them is answered",
                () -> {
                    for (RawClient client : clients) {
                        if (heard.get() == null && client.awaitInput(50)) {
                            heard.set(client);
                        }
                    }
                    return heard.get() != null;
                });
        return heard.get();
    }

    @Test
    void filesAndServletsAnswerBesideManyThatDrip() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (Small small = new Small(wire, 4);
                            Dripping dripping = new Dripping(wire, small.server.port(), 8)) {
                        dripping.begin();
                        small.assertAnswersSoon("/hello.txt", Site.HELLO);
                        small.assertAnswersSoon("/app/ignore", "ignored\n");
                    }
                });
    }

    @Test
    void whileThereAreThreeOfFourPlacesTakenNobodyIsClosed() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (Small small = new Small(wire, 4)) {
                        List<RawClient> slow = small.slow(3);
                        assertThat(slow.get(0).awaitInput(LONG)).as("closed").isFalse();
                        RawClient fourth = small.idle();
                        assertThat(slow.get(0).awaitInput(LONG / 2)).as("closed").isFalse();
                        if (isKept(wire)) {
                            assertThat(fourth.exchange(HELLO).text()).isEqualTo(Site.HELLO);
                        }
                        for (RawClient one : slow) {
                            one.send("st: localhost\r\n\r\n");
                            assertThat(one.response().text()).isEqualTo(Site.HELLO);
                        }
                    }
                });
    }

    @Test
    void asLongAsNobodyWaitsAllPlacesMayBeSlow() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (Small small = new Small(wire, 4)) {
                        List<RawClient> slow = small.slow(4);
                        assertThat(slow.get(0).awaitInput(LONG)).as("closed").isFalse();
                        for (RawClient one : slow) {
                            one.send("st: localhost\r\n\r\n");
                            assertThat(one.response().text()).isEqualTo(Site.HELLO);
                        }
                    }
                });
    }

    @Test
    void aRequestInWorkIsNeverClosed() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (Small small = new Small(wire, 2);
                            Gate gate = small.server.app().newGate()) {
                        RawClient busy = small.connect().send(request("GET", gate.path()));
                        gate.awaitEntered();
                        RawClient body =
                                small.connect()
                                        .send(
                                                request("POST", "/app/echo", "Content-Length: 5")
                                                        + "hel");
                        Socket waits = new Socket(InetAddress.getLoopbackAddress(), port(small));
                        assertThat(busy.awaitInput(2 * LONG)).as("the call was ended").isFalse();
                        assertThat(body.awaitInput(1)).as("the upload was ended").isFalse();
                        assertThat(body.send("lo").response().text()).endsWith("body=hello\n");
                        gate.open();
                        assertThat(busy.response().text()).isEqualTo("passed\n");
                        waits.close();
                    }
                });
    }

    /** On platform threads BIO keeps no connection where places are few. */
    private static boolean isKept(Wire wire) {
        return wire.io() != IoModel.BIO || Runtime.version().feature() >= 21;
    }

    private static int port(Small small) {
        return small.server.port();
    }

    @Test
    void aHeadThatIsOwedGoesBeforeOneThatIsIdleForLonger() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (Small small = new Small(wire, 2)) {
                        if (!isKept(wire)) {
                            return;
                        }
                        RawClient idle = small.idle();
                        RawClient slow = small.slow(1).get(0);
                        assertThat(slow.awaitInput(LONG)).as("closed").isFalse();
                        small.assertAnswersSoon("/hello.txt", Site.HELLO);
                        Refused.assertRefusal(slow.response(), GAVE_WAY);
                        assertThat(idle.exchange(HELLO).text()).isEqualTo(Site.HELLO);
                    }
                });
    }

    @Test
    void oneThatHasSaidNothingIsClosedWithoutAWord() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (Small small = new Small(wire, 2)) {
                        RawClient silent = small.connect();
                        // Under TLS 1.3 the server may see the end of its handshake later.
                        assertThat(silent.awaitInput(LONG)).as("closed").isFalse();
                        small.slow(1);
                        small.assertAnswersSoon("/hello.txt", Site.HELLO);
                        silent.assertClosed();
                    }
                });
    }

    @Test
    void aHandshakeThatDripsGivesWay() throws Exception {
        AllWires.atOnce(
                wire -> {
                    if (!wire.tls()) {
                        return;
                    }
                    try (Small small = new Small(wire, 2);
                            Socket one = new Socket(InetAddress.getLoopbackAddress(), port(small));
                            Socket two = new Socket(InetAddress.getLoopbackAddress(), port(small));
                            Dripping dripping = new Dripping(List.of(one, two))) {
                        dripping.begin();
                        small.assertAnswersSoon("/hello.txt", Site.HELLO);
                    }
                });
    }

    @Test
    void theLogSaysOnceWhatToRaise() throws Exception {
        try (ServerLog log = new ServerLog();
                Small small = new Small(Wire.NIO, 2)) {
            for (int i = 0; i < 3; i++) {
                List<RawClient> slow = small.slow(2);
                small.assertAnswersSoon("/hello.txt", Site.HELLO);
                for (RawClient one : slow) {
                    one.close();
                }
            }
            assertThat(log.lines().stream().filter(line -> line.contains("All 2 places")))
                    .hasSize(1)
                    .allSatisfy(
                            line ->
                                    assertThat(line)
                                            .startsWith("SRV-0942")
                                            .contains("http-nio-0")
                                            .contains("1 connections that had owed")
                                            .contains("Raise maxConnections of the Connector"));
            assertThat(log.lines()).noneMatch(line -> line.contains("SRV-0940"));
        }
    }
}
