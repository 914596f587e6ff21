package dev.serval.tests;

import static dev.serval.http.Refusal.BODY_TIMEOUT;
import static dev.serval.http.Refusal.BODY_TOO_SLOW;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.net.LoadLimits;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Security rule 22: a client that sends or reads a little now and then holds a connection no longer
 * than one that does nothing.
 */
final class Rule22DataRatesTest {
    private static final int TIMEOUT = 500;
    // For clients that are not to be cut off, though the machine is busy now and then.
    private static final int LENIENT = 1500;
    private static final int BYTES = 20; // longer than that
    // The system says that a socket is writable again when a third of its buffer is free.
    private static final int WRITE_TIMEOUT = 1200;
    private static final LoadLimits ANY_RATE = Settings.rates(0, 0);
    // More bytes than these clients send or read in a second.
    private static final LoadLimits HIGH_RATES = Settings.rates(5000, 50_000_000);

    private static ServerUnderTest start(Wire wire, LoadLimits load) {
        return start(wire, TIMEOUT, load);
    }

    private static ServerUnderTest start(Wire wire, int timeout, LoadLimits load) {
        return ServerUnderTest.start(wire, new Settings().load(load).connectionTimeout(timeout));
    }

    private static String head(String target, int length) {
        return request("POST", target, "Content-Length: " + length);
    }

    /** Sends a byte every 100 ms; true as soon as there is an answer. */
    private static boolean drip(RawClient client, int times) throws IOException {
        for (int i = 0; i < times; i++) {
            client.send("x");
            if (client.awaitInput(100)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void aBodyThatDripsIsCutWith408() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (ServerUnderTest hasty = start(wire, HIGH_RATES);
                            RawClient client = hasty.connect()) {
                        client.send(head("/app/echo", 1000));
                        assertThat(drip(client, 60)).as("refused while bytes still come").isTrue();
                        Refused.assertRefusal(client.response(), BODY_TOO_SLOW);
                        client.assertClosed();
                    }
                });
    }

    @Test
    void aChunkedBodyThatDripsIsCutWith408() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (ServerUnderTest hasty = start(wire, HIGH_RATES);
                            RawClient client = hasty.connect()) {
                        client.send(
                                request("POST", "/app/echo", "Transfer-Encoding: chunked")
                                        + "1000\r\n");
                        assertThat(drip(client, 60)).as("refused while bytes still come").isTrue();
                        Refused.assertRefusal(client.response(), BODY_TOO_SLOW);
                    }
                });
    }

    @Test
    void aBodyThatDripsAndThatNobodyReadsDoesNotHoldItsConnection() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (ServerUnderTest hasty = start(wire, HIGH_RATES);
                            RawClient client = hasty.connect()) {
                        assertThat(client.exchange(head("/app/ignore", 1000)).text())
                                .isEqualTo("ignored\n");
                        assertThat(drip(client, 60)).as("ended while bytes still come").isTrue();
                        client.assertClosed();
                    }
                });
    }

    @Test
    void withoutARateAnyByteRenewsTheTime() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (ServerUnderTest patient = start(wire, LENIENT, ANY_RATE);
                            RawClient client = patient.connect()) {
                        client.send(head("/app/echo", BYTES + 80));
                        assertThat(drip(client, BYTES))
                                .as("answered before the body is there")
                                .isFalse();
                        assertThat(client.send("y".repeat(80)).response().text())
                                .endsWith("body=" + "x".repeat(BYTES) + "y".repeat(80) + "\n");
                    }
                });
    }

    @Test
    void aBodyThatComesAtTheRateMayTakeLongerThanTheTimeout() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (ServerUnderTest patient = start(wire, LENIENT, Settings.rates(200, 0));
                            RawClient client = patient.connect()) {
                        client.send(head("/app/echo", 100 * BYTES + 600));
                        for (int i = 0; i < BYTES; i++) {
                            client.send("x".repeat(100));
                            assertThat(client.awaitInput(100)).isFalse();
                        }
                        assertThat(client.send("y".repeat(600)).response().text()).endsWith("y\n");
                    }
                });
    }

    @Test
    void aBodyThatStopsHasItsOwnTimeWhereThatIsConfigured() throws Exception {
        AllWires.atOnce(
                wire -> {
                    Settings settings = new Settings().load(Settings.uploads(TIMEOUT));
                    try (ServerUnderTest hasty = ServerUnderTest.start(wire, settings)) {
                        Refused.by(hasty, head("/app/echo", 10) + "hello", BODY_TIMEOUT);
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"/5m.bin", "/app/big?50000000"})
    void aClientThatReadsALittleNowAndThenIsGivenUp(String target) throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (ServerUnderTest hasty = start(wire, WRITE_TIMEOUT, HIGH_RATES);
                            RawClient client = RawClient.slow(wire, hasty.port())) {
                        client.send(request("GET", target).repeat(10));
                        Waiting.until("the server gives up", () -> !client.skip(16_384));
                    }
                });
    }

    @Test
    void withoutARateAReaderMayBeAsSlowAsItLikes() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (ServerUnderTest patient = start(wire, WRITE_TIMEOUT, ANY_RATE);
                            RawClient client = RawClient.slow(wire, patient.port())) {
                        client.send(request("GET", "/app/big?50000000"));
                        long end = System.nanoTime() + 2 * WRITE_TIMEOUT * 1_000_000L;
                        Waiting.until(
                                "twice the timeout is over",
                                () -> {
                                    assertThat(client.skip(16_384)).as("still open").isTrue();
                                    return System.nanoTime() - end > 0;
                                });
                    }
                });
    }
}
