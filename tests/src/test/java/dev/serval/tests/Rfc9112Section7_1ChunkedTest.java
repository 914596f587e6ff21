package dev.serval.tests;

import static dev.serval.http.Refusal.CHUNK;
import static dev.serval.http.Refusal.TRAILER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §7.1: the chunked coding, both ways; security rules 4 and 5. */
@OnEveryWire
final class Rfc9112Section7_1ChunkedTest {
    private static final String HEAD =
            "POST /app/echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String NEXT = ServerUnderTest.request("GET", "/hello.txt");

    @Parameter ServerUnderTest server;

    static Stream<Arguments> wellFormed() {
        return Stream.of(
                arguments("one chunk", "5\r\nhello\r\n0\r\n\r\n"),
                arguments("several chunks", "1\r\nh\r\n3\r\nell\r\n1\r\no\r\n0\r\n\r\n"),
                arguments("leading zeros", "0005\r\nhello\r\n000\r\n\r\n"),
                arguments("extension", "5;a=b\r\nhello\r\n0;c\r\n\r\n"),
                arguments("extension without value", "5;a\r\nhello\r\n0\r\n\r\n"),
                arguments("quoted extension", "5;a=\"b;c\"\r\nhello\r\n0\r\n\r\n"),
                arguments("two extensions", "5;a=b;c=\"d\"\r\nhello\r\n0\r\n\r\n"),
                arguments("trailer", "5\r\nhello\r\n0\r\nX-T: y\r\n\r\n"),
                arguments("two trailers", "5\r\nhello\r\n0\r\nX-T: y\r\nX-U:\r\n\r\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wellFormed")
    void theServletReadsTheContent(String what, String body) throws IOException {
        try (RawClient client = server.connect()) {
            client.send(HEAD + body + NEXT);
            assertThat(client.response().text()).endsWith("\nbody=hello\n");
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
        }
    }

    @ParameterizedTest(name = "{0}, one byte at a time")
    @MethodSource("wellFormed")
    void theServletReadsTheContentByteByByte(String what, String body) throws IOException {
        try (RawClient client = server.connect()) {
            client.drip(HEAD + body + NEXT);
            assertThat(client.response().text()).endsWith("\nbody=hello\n");
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void takesHexadecimalDigitsInEitherCase() throws IOException {
        RawResponse response =
                server.exchange(
                        HEAD
                                + "a\r\n0123456789\r\nA\r\n0123456789\r\n1b\r\n"
                                + "x".repeat(27)
                                + "\r\n0\r\n\r\n");
        assertThat(response.text()).endsWith("\nbody=01234567890123456789" + "x".repeat(27) + "\n");
    }

    static Stream<Arguments> malformed() {
        return Stream.of(
                arguments("plus sign", "+5\r\nhello\r\n0\r\n\r\n"),
                arguments("minus sign", "-5\r\nhello\r\n0\r\n\r\n"),
                arguments("minus zero", "-0\r\n\r\n"),
                arguments("leading space", " 5\r\nhello\r\n0\r\n\r\n"),
                arguments("trailing space", "5 \r\nhello\r\n0\r\n\r\n"),
                arguments("trailing tab", "5\t\r\nhello\r\n0\r\n\r\n"),
                arguments("space before the extension", "5 ;a=b\r\nhello\r\n0\r\n\r\n"),
                arguments("0x", "0x5\r\nhello\r\n0\r\n\r\n"),
                arguments("not a digit", "g\r\nhello\r\n0\r\n\r\n"),
                arguments("h suffix", "5h\r\nhello\r\n0\r\n\r\n"),
                arguments("underscore", "0_5\r\nhello\r\n0\r\n\r\n"),
                arguments("empty size", "\r\nhello\r\n0\r\n\r\n"),
                arguments("only an extension", ";a=b\r\nhello\r\n0\r\n\r\n"),
                arguments("bare LF after the size", "5\nhello\r\n0\r\n\r\n"),
                arguments("bare CR after the size", "5\rhello\r\n0\r\n\r\n"),
                arguments("CR CR LF after the size", "5\r\r\nhello\r\n0\r\n\r\n"),
                arguments("bare LF after the data", "5\r\nhello\n0\r\n\r\n"),
                arguments("bare CR after the data", "5\r\nhello\r0\r\n\r\n"),
                arguments("data longer than the size", "5\r\nhelloX\r\n0\r\n\r\n"),
                arguments("data shorter than the size", "6\r\nhello\r\n0\r\n\r\n"),
                arguments("bare LF after the last chunk", "5\r\nhello\r\n0\n\r\n"),
                arguments("size of 2^63", "8000000000000000\r\nhello\r\n0\r\n\r\n"),
                arguments("size of 2^64 + 5", "10000000000000005\r\nhello\r\n0\r\n\r\n"),
                arguments("size of 2^32 digits", "f".repeat(40) + "\r\nhello\r\n0\r\n\r\n"),
                arguments("extension without name", "5;=b\r\nhello\r\n0\r\n\r\n"),
                arguments("empty extension", "5;\r\nhello\r\n0\r\n\r\n"),
                arguments("open quote", "5;a=\"b\r\nhello\r\n0\r\n\r\n"),
                arguments("LF in an extension", "5;a\n=b\r\nhello\r\n0\r\n\r\n"),
                arguments("bare LF ends an extension", "5;a=b\nhello\r\n0\r\n\r\n"),
                arguments("CR in an extension", "5;a=\rb\r\nhello\r\n0\r\n\r\n"),
                arguments("NUL in an extension", "5;a=\0\r\nhello\r\n0\r\n\r\n"),
                arguments("comma", "5,5\r\nhello\r\n0\r\n\r\n"),
                arguments("full-width digit", "\u00ef\u00bc\u0095\r\nhello\r\n0\r\n\r\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void rule4RefusesAMalformedChunk(String what, String body) throws IOException {
        Refused.by(server, HEAD + body + NEXT, CHUNK);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void rule4NeverParsesAnythingBehindAMalformedChunk(String what, String body)
            throws IOException {
        // The servlet does not read: the server itself meets the chunk when it swallows the body.
        try (RawClient client = server.connect()) {
            client.send(HEAD.replace("echo", "ignore") + body + NEXT);
            assertThat(client.readToEnd()).doesNotContain("Hello");
        }
    }

    static Stream<Arguments> malformedTrailers() {
        return Stream.of(
                arguments("space before the colon", "X : y\r\n\r\n"),
                arguments("no colon", "X\r\n\r\n"),
                arguments("empty name", ": y\r\n\r\n"),
                arguments("folded", "X: y\r\n z\r\n\r\n"),
                arguments("leading space", " X: y\r\n\r\n"),
                arguments("bare LF", "X: y\n\r\n"),
                arguments("bare LF as the end", "X: y\r\n\n"),
                arguments("NUL in the value", "X: \0\r\n\r\n"),
                arguments("bare CR in the value", "X: a\rb\r\n\r\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformedTrailers")
    void rule5RefusesAMalformedTrailer(String what, String trailer) throws IOException {
        Refused.by(server, HEAD + "5\r\nhello\r\n0\r\n" + trailer + NEXT, TRAILER, CHUNK);
    }

    @Test
    void rule5ATrailerNeverBecomesAHeader() throws IOException {
        RawResponse response =
                server.exchange(HEAD + "5\r\nhello\r\n0\r\nX-Smuggled: 1\r\nHost: other\r\n\r\n");
        assertThat(response.text()).doesNotContain("Smuggled").doesNotContain("other");
    }

    @Test
    void rule5ATrailerNeverTouchesFraming() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(
                    HEAD
                            + "5\r\nhello\r\n0\r\nContent-Length: "
                            + NEXT.length()
                            + "\r\nTransfer-Encoding: gzip\r\n\r\n"
                            + NEXT);
            assertThat(client.response().text()).endsWith("\nbody=hello\n");
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void aResponseWithoutLengthIsChunked() throws IOException {
        try (RawClient client = server.connect()) {
            RawResponse response = client.exchange(ServerUnderTest.request("GET", "/app/chunked"));
            String raw = new String(response.raw(), StandardCharsets.ISO_8859_1);
            assertThat(response.field("Transfer-Encoding")).isEqualTo("chunked");
            assertThat(raw)
                    .endsWith("\r\n\r\n6\r\nfirst,\r\n7\r\nsecond,\r\n5\r\nthird\r\n0\r\n\r\n");
        }
    }

    @Test
    void aFlushedPartArrivesBeforeTheEnd() throws IOException {
        RawResponse response = server.get("/app/chunked");
        assertThat(response.text()).isEqualTo("first,second,third");
    }

    @Test
    void neverSendsChunksToHttp10() throws IOException {
        try (RawClient client = server.connect()) {
            RawResponse response =
                    client.exchange("GET /app/chunked HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            assertThat(response.text()).isEqualTo("first,second,third");
            assertThat(response.field("Transfer-Encoding")).isNull();
            assertThat(response.field("Connection")).isEqualTo("close");
            client.assertClosed();
        }
    }

    @Test
    void aBigChunkedResponseArrivesWhole() throws IOException {
        byte[] body = server.get("/app/big?3000000").body();
        assertThat(body).isEqualTo(TestApp.pattern(3_000_000));
    }

    @Test
    void aBigChunkedRequestArrivesWhole() throws IOException {
        String chunk = "1000\r\n" + "y".repeat(4096) + "\r\n";
        try (RawClient client = server.connect()) {
            client.send(HEAD.replace("/app/echo", "/app/read?" + server.app().newRead()));
            client.send(chunk.repeat(256)).send("0\r\n\r\n" + NEXT);
            assertThat(client.response().text()).isEqualTo("read\n");
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
        }
    }
}
