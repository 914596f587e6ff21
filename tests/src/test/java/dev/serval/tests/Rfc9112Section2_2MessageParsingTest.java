package dev.serval.tests;

import static dev.serval.http.Refusal.FIELD_NAME;
import static dev.serval.http.Refusal.FIELD_VALUE;
import static dev.serval.http.Refusal.FIELD_WHITESPACE;
import static dev.serval.http.Refusal.LINE_END;
import static dev.serval.http.Refusal.METHOD_TOKEN;
import static dev.serval.http.Refusal.OBS_FOLD;
import static dev.serval.http.Refusal.REQUEST_LINE;
import static dev.serval.http.Refusal.TARGET;
import static dev.serval.http.Refusal.VERSION_SYNTAX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §2.2: lines, their ends, and what may stand before them. */
@OnEveryWire
final class Rfc9112Section2_2MessageParsingTest {
    @Parameter ServerUnderTest server;

    @Test
    void ignoresAnEmptyLineBeforeTheRequestLine() throws IOException {
        RawResponse response =
                server.exchange("\r\n" + ServerUnderTest.request("GET", "/hello.txt"));
        assertThat(response.text()).isEqualTo(Site.HELLO);
    }

    @Test
    void ignoresAnEmptyLineBetweenRequests() throws IOException {
        try (RawClient client = server.connect()) {
            client.exchange(ServerUnderTest.request("GET", "/hello.txt"));
            RawResponse second =
                    client.exchange("\r\n" + ServerUnderTest.request("GET", "/hello.txt"));
            assertThat(second.text()).isEqualTo(Site.HELLO);
        }
    }

    static Stream<Arguments> malformedLines() {
        return Stream.of(
                row("bare LF after the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n"),
                row("bare LF after a field", "GET / HTTP/1.1\r\nHost: a\nX: y\r\n\r\n"),
                row("bare LF as the empty line", "GET / HTTP/1.1\r\nHost: a\r\n\n"),
                row("only bare LF", "GET / HTTP/1.1\nHost: a\n\n"),
                row("bare CR in the request line", "GET / HTTP/1.1\rHost: a\r\n\r\n"),
                row("bare CR in a target", "GET /\rx HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("bare CR in a field", "GET / HTTP/1.1\r\nHost: a\rX: y\r\n\r\n"),
                row("CR CR LF", "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n"),
                row("bare CR before the empty line's end", "GET / HTTP/1.1\r\nHost: a\r\n\rX"),
                row("bare LF before the request line", "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("bare CR before the request line", "\rGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("space before the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
                row("tab before the first field", "GET / HTTP/1.1\r\n\tHost: a\r\n\r\n"),
                row("space before the method", " GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("a TLS greeting", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc"),
                row("NUL bytes", "\0\0\0\0"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformedLines")
    void refusesAndCloses(String what, String input) throws IOException {
        Refused.by(
                server,
                input,
                LINE_END,
                REQUEST_LINE,
                METHOD_TOKEN,
                TARGET,
                VERSION_SYNTAX,
                FIELD_WHITESPACE,
                FIELD_NAME,
                FIELD_VALUE,
                OBS_FOLD);
    }

    @Test
    void rule11NeverAnswersWhatFollowsAMalformedRequest() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(
                    "GET / HTTP/1.1\nHost: a\r\n\r\n"
                            + ServerUnderTest.request("GET", "/hello.txt"));
            assertThat(client.readToEnd()).startsWith("HTTP/1.1 400 ").doesNotContain("Hello");
        }
    }

    @Test
    void rule11DeliversTheRefusalThoughMuchMoreWasSent() throws IOException {
        // Without a lingering close the unread bytes make the kernel reset the connection.
        try (RawClient client = server.connect()) {
            client.send("GET / HTTP/9\r\n\r\n" + "x".repeat(400_000));
            Refused.assertRefusal(client.response(), VERSION_SYNTAX);
            client.assertClosed();
        }
    }

    @Test
    void answersTheRequestBeforeTheMalformedOne() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/hello.txt") + "B@D / HTTP/1.1\r\n\r\n");
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
            Refused.assertRefusal(client.response(), METHOD_TOKEN);
            client.assertClosed();
        }
    }

    private static Arguments row(String what, String input) {
        return arguments(what, input);
    }
}
