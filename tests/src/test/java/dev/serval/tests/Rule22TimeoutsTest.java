package dev.serval.tests;

import static dev.serval.http.Refusal.BODY_TIMEOUT;
import static dev.serval.http.Refusal.HEADER_TIMEOUT;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Security rule 22: how long a client may take over a head, a body, an answer, and nothing. */
final class Rule22TimeoutsTest {
    // The handshake of a client has the same time, and all wires shake hands at once.
    private static final int TIMEOUT = 2000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "G",
                "GET / HTTP/1.1\r",
                "GET / HTTP/1.1\r\nHost: localhost\r\n",
                "GET / HTTP/1.1\r\nHo"
            })
    void rule22SaysThatAHeadCameTooLate(String part) throws Exception {
        AllWires.atOnce(
                wire -> {
                    Settings settings =
                            new Settings().connectionTimeout(TIMEOUT).keepAliveTimeout(60_000);
                    try (ServerUnderTest hasty = ServerUnderTest.start(wire, settings)) {
                        Refused.by(hasty, part, HEADER_TIMEOUT);
                    }
                });
    }

    @Test
    void rule22LimitsTheWholeHeadAndNotEachRead() throws Exception {
        AllWires.atOnce(
                wire -> {
                    Settings settings =
                            new Settings().connectionTimeout(TIMEOUT).keepAliveTimeout(60_000);
                    try (ServerUnderTest hasty = ServerUnderTest.start(wire, settings);
                            RawClient client = hasty.connect()) {
                        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n");
                        // A byte now and then keeps every single read short.
                        boolean answered = false;
                        long end = System.nanoTime() + RawClient.PATIENCE * 1_000_000L;
                        while (!answered && System.nanoTime() < end) {
                            client.send("X");
                            answered = client.awaitInput(100);
                        }
                        assertThat(answered).as("refused while bytes still came").isTrue();
                        Refused.assertRefusal(client.response(), HEADER_TIMEOUT);
                        client.assertClosed();
                    }
                });
    }

    @Test
    void rule22SaysThatABodyCameTooLate() throws Exception {
        AllWires.atOnce(
                wire -> {
                    Settings settings = new Settings().connectionTimeout(TIMEOUT);
                    try (ServerUnderTest hasty = ServerUnderTest.start(wire, settings)) {
                        Refused.by(
                                hasty,
                                "POST /app/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhello",
                                BODY_TIMEOUT);
                    }
                });
    }

    @Test
    void rule22ClosesAnIdleConnectionWithoutAWord() throws Exception {
        AllWires.atOnce(
                wire -> {
                    Settings settings = new Settings().keepAliveTimeout(300);
                    try (ServerUnderTest hasty = ServerUnderTest.start(wire, settings);
                            RawClient client = hasty.connect()) {
                        client.exchange(request("GET", "/hello.txt"));
                        client.assertClosed();
                    }
                });
    }

    @Test
    void rule22ClosesAConnectionThatNeverSaidAnything() throws Exception {
        AllWires.atOnce(
                wire -> {
                    Settings settings =
                            new Settings().connectionTimeout(TIMEOUT).keepAliveTimeout(300);
                    try (ServerUnderTest hasty = ServerUnderTest.start(wire, settings);
                            RawClient client = hasty.connect()) {
                        client.assertClosed();
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"/5m.bin", "/app/big?50000000"})
    void rule22GivesUpAReaderThatNeverReads(String target) throws Exception {
        AllWires.atOnce(
                wire -> {
                    Settings settings = new Settings().connectionTimeout(TIMEOUT);
                    try (ServerUnderTest hasty = ServerUnderTest.start(wire, settings);
                            RawClient client = hasty.connect()) {
                        client.send(request("GET", target).repeat(10));
                        // Reads nothing until the server has let go of the connection.
                        Waiting.until("the server gives up", client::isGivenUp);
                    }
                });
    }
}
