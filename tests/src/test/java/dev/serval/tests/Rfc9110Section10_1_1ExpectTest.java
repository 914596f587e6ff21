package dev.serval.tests;

import static dev.serval.http.Refusal.EXPECTATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 §10.1.1: Expect. */
@OnEveryWire
final class Rfc9110Section10_1_1ExpectTest {
    @Parameter ServerUnderTest server;

    @ParameterizedTest
    @ValueSource(strings = {"100-continue", "100-Continue", " 100-CONTINUE "})
    void continuesWhenTheServletReads(String expectation) throws IOException {
        try (RawClient client = server.connect()) {
            client.send(post("1.1", "/app/echo", expectation, "Content-Length: 5"));
            RawResponse interim = client.response();
            assertThat(new String(interim.raw(), StandardCharsets.ISO_8859_1))
                    .isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            client.send("hello");
            assertThat(client.response().text()).endsWith("\nbody=hello\n");
        }
    }

    @Test
    void continuesAChunkedBody() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(post("1.1", "/app/echo", "100-continue", "Transfer-Encoding: chunked"));
            assertThat(client.response().status()).isEqualTo(100);
            client.send("5\r\nhello\r\n0\r\n\r\n");
            assertThat(client.response().text()).endsWith("\nbody=hello\n");
        }
    }

    @Test
    void keepsTheConnectionAfterAContinuedBody() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(post("1.1", "/app/echo", "100-continue", "Content-Length: 5"));
            assertThat(client.response().status()).isEqualTo(100);
            client.send("hello");
            assertThat(client.response().field("Connection")).isNull();
            assertThat(client.exchange(ServerUnderTest.request("GET", "/hello.txt")).text())
                    .isEqualTo(Site.HELLO);
        }
    }

    @Test
    void closesWhenAFinalStatusComesInstead() throws IOException {
        // The client may send its body or not: nobody can tell where the next request begins.
        try (RawClient client = server.connect()) {
            client.send(post("1.1", "/app/ignore", "100-continue", "Content-Length: 5"));
            RawResponse response = client.response();
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.field("Connection")).isEqualTo("close");
            client.assertClosed();
        }
    }

    @Test
    void refusesAFileUploadWithoutAskingForTheBody() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(post("1.1", "/hello.txt", "100-continue", "Content-Length: 5"));
            RawResponse response = client.response();
            assertThat(response.status()).isEqualTo(405);
            assertThat(response.field("Connection")).isEqualTo("close");
            client.assertClosed();
        }
    }

    @Test
    void ignoresTheExpectationOfHttp10() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(post("1.0", "/app/echo", "100-continue", "Content-Length: 5") + "hello");
            RawResponse response = client.response();
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.text()).endsWith("\nbody=hello\n");
        }
    }

    @Test
    void asksForNothingWhenThereIsNoBody() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(post("1.1", "/app/echo", "100-continue", "X: y"));
            assertThat(client.response().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"200-ok", "100-continue, x", "x", "100-continue=1"})
    void refusesAnotherExpectationWith417(String expectation) throws IOException {
        Refused.by(server, post("1.1", "/app/echo", expectation, "Content-Length: 5"), EXPECTATION);
    }

    private static String post(String version, String target, String expectation, String framing) {
        return "POST "
                + target
                + " HTTP/"
                + version
                + "\r\nHost: localhost\r\nExpect: "
                + expectation
                + "\r\n"
                + framing
                + "\r\n\r\n";
    }
}
