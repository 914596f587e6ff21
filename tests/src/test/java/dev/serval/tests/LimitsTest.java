package dev.serval.tests;

import static dev.serval.http.Refusal.EXTENSION_TOO_LARGE;
import static dev.serval.http.Refusal.HEADERS_TOO_LARGE;
import static dev.serval.http.Refusal.TARGET_TOO_LONG;
import static dev.serval.http.Refusal.TOO_MANY_HEADERS;
import static dev.serval.http.Refusal.TRAILER_TOO_LARGE;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.HttpLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Limits for what a client may send and how long it may take; security rules 5, 10 and 22. */
@OnEveryWire
final class LimitsTest {
    private static final String CHUNKED =
            "POST /app/echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";

    private static final Duration PATIENCE = Duration.ofMillis(RawClient.PATIENCE);

    @Parameter ServerUnderTest server;

    @Test
    void rule10RefusesALongTargetWith414() throws IOException {
        Refused.by(server, request("GET", "/" + "a".repeat(9000)), TARGET_TOO_LONG);
    }

    @Test
    void rule10RefusesALongQueryWith414() throws IOException {
        Refused.by(server, request("GET", "/?" + "a".repeat(9000)), TARGET_TOO_LONG);
    }

    @Test
    void rule10RefusesAnEndlessTargetBeforeItsEnd() throws IOException {
        Refused.by(server, "GET /" + "a".repeat(100_000), TARGET_TOO_LONG);
    }

    @Test
    void rule10RefusesALargeFieldWith431() throws IOException {
        Refused.by(server, request("GET", "/", "X: " + "a".repeat(9000)), HEADERS_TOO_LARGE);
    }

    @Test
    void rule10RefusesALargeCookieWith431() throws IOException {
        Refused.by(server, request("GET", "/", "Cookie: a=" + "b".repeat(9000)), HEADERS_TOO_LARGE);
    }

    @Test
    void rule10RefusesManySmallFieldsThatAreLargeTogether() throws IOException {
        Refused.by(
                server,
                request("GET", "/", ("X: " + "a".repeat(200) + "\r\n").repeat(60).strip()),
                HEADERS_TOO_LARGE);
    }

    @Test
    void rule10RefusesAnEndlessFieldBeforeItsEnd() throws IOException {
        Refused.by(
                server,
                "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(100_000),
                HEADERS_TOO_LARGE);
    }

    @Test
    void rule10RefusesAnEndlessNameBeforeItsEnd() throws IOException {
        Refused.by(
                server,
                "GET / HTTP/1.1\r\nHost: localhost\r\n" + "a".repeat(100_000),
                HEADERS_TOO_LARGE);
    }

    @Test
    void rule10RefusesMoreThan100Fields() throws IOException {
        Refused.by(server, request("GET", "/", "X: y\r\n".repeat(100).strip()), TOO_MANY_HEADERS);
    }

    @Test
    void takes100Fields() throws IOException {
        RawResponse response =
                server.exchange(request("GET", "/hello.txt", "X: y\r\n".repeat(99).strip()));
        assertThat(response.text()).isEqualTo(Site.HELLO);
    }

    @Test
    void takesAHeadOfNearlyTheLimit() throws IOException {
        String rest = request("GET", "/hello.txt", "X: ");
        RawResponse response =
                server.exchange(
                        request("GET", "/hello.txt", "X: " + "a".repeat(8192 - rest.length())));
        assertThat(response.text()).isEqualTo(Site.HELLO);
    }

    @Test
    void theLimitIsTheOneThatWasSet() throws IOException {
        HttpLimits d = HttpLimits.DEFAULTS;
        Settings settings =
                new Settings()
                        .limits(
                                new HttpLimits(
                                        64 * 1024,
                                        300,
                                        d.maxTrailerSize(),
                                        d.maxExtensionSize(),
                                        d.maxSwallowSize()));
        try (ServerUnderTest wide = ServerUnderTest.start(server.wire(), settings)) {
            String fields = ("X: " + "a".repeat(200) + "\r\n").repeat(290).strip();
            assertThat(wide.exchange(request("GET", "/hello.txt", fields)).text())
                    .isEqualTo(Site.HELLO);
            Refused.by(wide, request("GET", "/" + "a".repeat(70_000)), TARGET_TOO_LONG);
            Refused.by(wide, request("GET", "/", "X: y\r\n".repeat(300).strip()), TOO_MANY_HEADERS);
        }
    }

    @Test
    void rule5RefusesLargeChunkExtensionsWith413() throws IOException {
        Refused.by(
                server,
                CHUNKED + "5;a=" + "b".repeat(9000) + "\r\nhello\r\n0\r\n\r\n",
                EXTENSION_TOO_LARGE);
    }

    @Test
    void rule5RefusesManySmallExtensionsThatAreLargeTogether() throws IOException {
        Refused.by(
                server,
                CHUNKED + ("1;a=" + "b".repeat(100) + "\r\nx\r\n").repeat(100) + "0\r\n\r\n",
                EXTENSION_TOO_LARGE);
    }

    @Test
    void rule5RefusesALargeTrailerWith431() throws IOException {
        Refused.by(
                server,
                CHUNKED + "5\r\nhello\r\n0\r\nX: " + "y".repeat(9000) + "\r\n\r\n",
                TRAILER_TOO_LARGE);
    }

    @Test
    void rule5RefusesManyTrailers() throws IOException {
        Refused.by(
                server,
                CHUNKED + "5\r\nhello\r\n0\r\n" + "X: y\r\n".repeat(101) + "\r\n",
                TRAILER_TOO_LARGE,
                TOO_MANY_HEADERS);
    }

    @Test
    void rule5RefusesAnEndlessTrailerBeforeItsEnd() throws IOException {
        Refused.by(
                server, CHUNKED + "5\r\nhello\r\n0\r\nX: " + "y".repeat(50_000), TRAILER_TOO_LARGE);
    }

    @Test
    void rule5BoundsLeadingZerosOfAChunkSize() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(CHUNKED + "0".repeat(50_000) + "5\r\nhello\r\n0\r\n\r\n");
            assertThat(client.response().status()).isIn(400, 413);
            client.assertClosed();
        }
    }

    private static void answer(
            CompletableFuture<String> answer, ServerUnderTest server, String request) {
        try {
            answer.complete(server.exchange(request).text());
        } catch (IOException | RuntimeException | Error e) {
            answer.completeExceptionally(e);
        }
    }

    @Test
    void aConnectionBeyondTheLimitWaitsUntilAnotherEnds() throws Exception {
        Settings settings = new Settings().maxConnections(2);
        String request = request("GET", "/hello.txt");
        try (ServerUnderTest small = ServerUnderTest.start(server.wire(), settings);
                // Busy ones: idle ones would make room.
                Gate one = small.app().newGate();
                Gate other = small.app().newGate();
                RawClient first = small.connect();
                RawClient second = small.connect()) {
            first.send(request("GET", one.path()));
            second.send(request("GET", other.path()));
            one.awaitEntered();
            other.awaitEntered();
            CompletableFuture<String> third = new CompletableFuture<>();
            Thread client = new Thread(() -> answer(third, small, request));
            client.start();
            assertThat(third).failsWithin(Duration.ofMillis(800));
            one.open();
            assertThat(first.response().text()).isEqualTo("passed\n");
            first.close();
            assertThat(third).succeedsWithin(PATIENCE).isEqualTo(Site.HELLO);
            client.join();
            other.open();
            assertThat(second.response().text()).isEqualTo("passed\n");
        }
    }
}
