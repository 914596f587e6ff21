package dev.serval.tests;

import static dev.serval.http.Refusal.CONTENT_LENGTH;
import static dev.serval.http.Refusal.LENGTH_AND_CODING;
import static dev.serval.http.Refusal.TRANSFER_CODING;
import static dev.serval.http.Refusal.UNKNOWN_CODING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112 §6: which bytes are the body; security rules 1, 2, 3, 6 and 7. */
@OnEveryWire
final class Rfc9112Section6MessageBodyTest {
    private static final String SMUGGLED = ServerUnderTest.request("GET", "/hello.txt");

    @Parameter ServerUnderTest server;

    static Stream<Arguments> bothFramings() {
        return Stream.of(
                arguments(
                        "Content-Length first", "Content-Length: 5\r\nTransfer-Encoding: chunked"),
                arguments(
                        "Transfer-Encoding first",
                        "Transfer-Encoding: chunked\r\nContent-Length: 5"),
                arguments("length 0", "Content-Length: 0\r\nTransfer-Encoding: chunked"),
                arguments("other case", "CONTENT-LENGTH: 5\r\ntransfer-encoding: CHUNKED"),
                arguments(
                        "length repeated",
                        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\nContent-Length: 5"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bothFramings")
    void rule1RefusesBothFramings(String what, String fields) throws IOException {
        Refused.by(
                server, post(fields) + "0\r\n\r\n" + SMUGGLED, LENGTH_AND_CODING, TRANSFER_CODING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+5",
                "-5",
                "-0",
                "5x",
                "x",
                "0x5",
                "5 5",
                "5,6",
                "5;5",
                "5.0",
                "5e1",
                "\"5\"",
                "",
                ",",
                "5,",
                "9223372036854775808",
                "18446744073709551621",
                "99999999999999999999999999",
                "\u00d9\u00a5",
                "\u00b2",
                "5\t5",
                "_5",
                "1_000"
            })
    void rule2RefusesAMalformedLength(String length) throws IOException {
        Refused.by(server, post("Content-Length: " + length) + "hello" + SMUGGLED, CONTENT_LENGTH);
    }

    @Test
    void rule2RefusesDifferentLengths() throws IOException {
        Refused.by(
                server,
                post("Content-Length: 5\r\nContent-Length: 6") + "hello" + SMUGGLED,
                CONTENT_LENGTH);
    }

    @Test
    void rule2RefusesLengthsThatDifferInSpelling() throws IOException {
        // RFC 9110 §8.6 lets only a repeated equal decimal through.
        Refused.by(
                server,
                post("Content-Length: 5\r\nContent-Length: +5") + "hello" + SMUGGLED,
                CONTENT_LENGTH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", " 5 ", "\t5", "05", "0000000000000000000000005"})
    void takesALengthOfDigits(String length) throws IOException {
        try (RawClient client = server.connect()) {
            client.send(post("Content-Length:" + length) + "hello" + SMUGGLED);
            assertThat(client.response().text()).endsWith("\nbody=hello\n");
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"gzip", "identity", "deflate", "xchunked", "chunkedx", "gzip, chunked", "x"})
    void rule3RefusesAnUnknownCodingWith501(String coding) throws IOException {
        Refused.by(
                server,
                post("Transfer-Encoding: " + coding) + "0\r\n\r\n" + SMUGGLED,
                UNKNOWN_CODING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "chunked, chunked",
                "chunked,",
                ",chunked",
                "chunked;q=1",
                "\"chunked\"",
                "chunked chunked",
                "chun ked",
                "chunked\u00a0",
                "\u00a0chunked",
                "@"
            })
    void rule3RefusesAMalformedCodingWith400(String coding) throws IOException {
        Refused.by(
                server,
                post("Transfer-Encoding: " + coding) + "0\r\n\r\n" + SMUGGLED,
                TRANSFER_CODING);
    }

    @Test
    void rule3RefusesChunkedInTwoFields() throws IOException {
        Refused.by(
                server,
                post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked") + "0\r\n\r\n",
                TRANSFER_CODING);
    }

    @Test
    void rule3RefusesACodingBehindChunked() throws IOException {
        Refused.by(
                server,
                post("Transfer-Encoding: chunked, gzip") + "0\r\n\r\n",
                TRANSFER_CODING,
                UNKNOWN_CODING);
    }

    @Test
    void rule3RefusesACodingInAnotherField() throws IOException {
        Refused.by(
                server,
                post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity") + "0\r\n\r\n",
                TRANSFER_CODING,
                UNKNOWN_CODING);
    }

    @Test
    void rule3RefusesTransferEncodingInHttp10() throws IOException {
        Refused.by(
                server,
                "POST /app/echo HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                        + SMUGGLED,
                TRANSFER_CODING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunked", "Chunked", "CHUNKED", "\tchunked "})
    void takesChunkedInAnyCase(String coding) throws IOException {
        try (RawClient client = server.connect()) {
            client.send(post("Transfer-Encoding:" + coding) + "5\r\nhello\r\n0\r\n\r\n" + SMUGGLED);
            assertThat(client.response().text()).endsWith("\nbody=hello\n");
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void aPostWithoutFramingHasNoBody() throws IOException {
        try (RawClient client = server.connect()) {
            client.send("POST /app/echo HTTP/1.1\r\nHost: localhost\r\n\r\n" + SMUGGLED);
            assertThat(client.response().text()).endsWith("\nbody=\n");
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void aGetMayHaveABody() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(
                    ServerUnderTest.request("GET", "/app/echo", "Content-Length: 5")
                            + "hello"
                            + SMUGGLED);
            assertThat(client.response().text()).endsWith("\nbody=hello\n");
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void theBodyOfAStaticGetIsNotTakenForARequest() throws IOException {
        try (RawClient client = server.connect()) {
            String body = ServerUnderTest.request("GET", "/page.html");
            client.send(
                    ServerUnderTest.request("GET", "/hello.txt", "Content-Length: " + body.length())
                            + body
                            + ServerUnderTest.request("GET", "/style.css"));
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
            assertThat(client.response().text()).startsWith("body {");
        }
    }

    @Test
    void rule6SwallowsABodyThatNobodyRead() throws IOException {
        try (RawClient client = server.connect()) {
            String body = SMUGGLED.repeat(2000);
            client.send(
                    "POST /app/ignore HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                            + body.length()
                            + "\r\n\r\n"
                            + body
                            + ServerUnderTest.request("GET", "/app/echo?next"));
            assertThat(client.response().text()).isEqualTo("ignored\n");
            assertThat(client.response().text()).contains("query=next");
        }
    }

    @Test
    void rule6SwallowsAChunkedBodyThatNobodyRead() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(
                    "POST /app/ignore HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + ("20\r\n" + "x".repeat(32) + "\r\n").repeat(1000)
                            + "0\r\n\r\n"
                            + SMUGGLED);
            assertThat(client.response().text()).isEqualTo("ignored\n");
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void rule6ClosesAboveTheSwallowLimitAndNeverParsesTheBody() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(
                    "POST /app/ignore HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n"
                            + SMUGGLED);
            RawResponse response = client.response();
            assertThat(response.text()).isEqualTo("ignored\n");
            assertThat(response.field("Connection")).isEqualTo("close");
            client.assertClosed();
        }
    }

    @Test
    void rule7AServletNeverTakesACutBodyForAWholeOne() throws Exception {
        assertThat(cutBody("Content-Length: 10", "hello")).isEqualTo("IOException");
    }

    @Test
    void rule7AServletNeverTakesACutChunkForAWholeBody() throws Exception {
        assertThat(cutBody("Transfer-Encoding: chunked", "5\r\nhel")).isEqualTo("IOException");
    }

    @Test
    void rule7AServletNeverTakesAMissingLastChunkForTheEnd() throws Exception {
        assertThat(cutBody("Transfer-Encoding: chunked", "5\r\nhello\r\n"))
                .isEqualTo("IOException");
    }

    @Test
    void rule7AServletNeverTakesAHalfLastChunkForTheEnd() throws Exception {
        assertThat(cutBody("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n"))
                .isEqualTo("IOException");
    }

    @Test
    void rule7AServletNeverTakesAResetForTheEnd() throws Exception {
        String read = server.app().newRead();
        try (RawClient client = server.connect()) {
            client.send(
                    "POST /app/read?"
                            + read
                            + " HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n"
                            + "Expect: 100-continue\r\n\r\n");
            // Then the servlet reads; a reset before that would take the request with it.
            assertThat(client.response().status()).isEqualTo(100);
            client.send("hello");
            client.reset();
        }
        assertThat(server.app().outcome(read).get(RawClient.PATIENCE, TimeUnit.MILLISECONDS))
                .isEqualTo("IOException");
    }

    @Test
    void rule7AResponseThatEndsEarlyIsSeenAsCutWhenChunked() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/throw-late"));
            String all = drained(client);
            assertThat(all).contains("begun").doesNotEndWith("0\r\n\r\n");
        }
    }

    @Test
    void rule7AResponseThatEndsEarlyIsSeenAsCutByItsLength() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/short"));
            String all = drained(client);
            int body = all.length() - all.indexOf("\r\n\r\n") - 4;
            // Nothing at all is a cut that every client sees, too.
            if (!all.isEmpty()) {
                assertThat(all).contains("\r\nContent-Length: 100\r\n");
                assertThat(body).isLessThan(100);
            }
        }
    }

    @Test
    void rule7AResponseThatEndsEarlyIsResetWhereOnlyTheCloseEndsIt() throws IOException {
        try (RawClient client = server.connect()) {
            client.send("GET /app/throw-late HTTP/1.0\r\n\r\n");
            // An asynchronous channel cannot reset its connection.
            assertThat(client.end())
                    .isEqualTo(
                            server.wire() == Wire.NIO2 ? RawClient.End.FIN : RawClient.End.RESET);
        }
    }

    /** Everything until the stream ends, in order or by a reset: either shows the cut. */
    private static String drained(RawClient client) throws IOException {
        try {
            return client.readToEnd();
        } catch (AssertionError e) {
            if (e.getMessage().startsWith("reset instead of FIN, after: ")) {
                return e.getMessage().substring("reset instead of FIN, after: ".length());
            }
            throw e;
        }
    }

    private String cutBody(String framing, String body) throws Exception {
        String read = server.app().newRead();
        try (RawClient client = server.connect()) {
            client.send(
                    "POST /app/read?" + read + " HTTP/1.1\r\nHost: a\r\n" + framing + "\r\n\r\n",
                    body);
            client.finish();
            // Whatever is said to a client that went away, it is not a success.
            assertThat(client.readToEnd()).doesNotStartWith("HTTP/1.1 2");
        }
        return server.app().outcome(read).get(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
    }

    private static String post(String fields) {
        return "POST /app/echo HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n\r\n";
    }
}
