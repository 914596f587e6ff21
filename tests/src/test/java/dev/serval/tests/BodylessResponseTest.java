package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Responses without content, and the fields that frame them: RFC 9110 §6.4.1, §8.6, §15; RFC 9112
 * §6.1, §6.3. What follows on the connection shows that no byte was too many.
 */
@OnEveryWire
final class BodylessResponseTest {
    @Parameter ServerUnderTest server;

    private RawResponse before(String request) throws IOException {
        try (RawClient client = server.connect()) {
            client.send(request + request("GET", "/hello.txt"));
            RawResponse response =
                    request.startsWith("HEAD ") ? client.responseToHead() : client.response();
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
            return response;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304})
    void hasNeitherLengthNorCoding(int status) throws IOException {
        for (String how : new String[] {"status", "error"}) {
            for (String method : new String[] {"GET", "HEAD", "POST"}) {
                RawResponse response = before(request(method, "/app/" + how + "?" + status));
                assertThat(response.status()).isEqualTo(status);
                assertThat(response.field("Content-Length")).isNull();
                assertThat(response.field("Transfer-Encoding")).isNull();
            }
        }
    }

    @Test
    void a205SaysThatItHasNoContent() throws IOException {
        // RFC 9110 §15.3.6; RFC 9112 §6.3 would have the client wait for a body.
        for (String how : new String[] {"status", "error"}) {
            for (String method : new String[] {"GET", "HEAD", "POST"}) {
                RawResponse response = before(request(method, "/app/" + how + "?205"));
                assertThat(response.status()).isEqualTo(205);
                assertThat(response.field("Content-Length")).isEqualTo("0");
                assertThat(response.field("Transfer-Encoding")).isNull();
                assertThat(response.body()).isEmpty();
            }
        }
    }

    @Test
    void a205ThatDeclaresContentHasNone() throws IOException {
        try (OneServlet one =
                        OneServlet.start(
                                server.wire(),
                                (request, response) -> {
                                    response.setStatus(205);
                                    response.setContentLength(4);
                                    response.getOutputStream().print("body");
                                });
                RawClient client = one.connect()) {
            for (int i = 0; i < 2; i++) {
                client.send(request("GET", "/app/"));
                assertThat(client.response().field("Content-Length")).isEqualTo("0");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/app/ignore, 8",
        "/app/big?100, 100",
        "/hello.txt, 13",
        "/app/error?404, ?",
        "/missing, ?"
    })
    void aHeadRequestHasTheLengthOfTheGet(String target, String length) throws IOException {
        String got = server.get(target).field("Content-Length");
        assertThat(got).isNotNull();
        if (!length.equals("?")) {
            assertThat(got).isEqualTo(length);
        }
        RawResponse head = before(request("HEAD", target));
        assertThat(head.field("Content-Length")).isEqualTo(got);
        assertThat(head.field("Transfer-Encoding")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/app/big?100000", "/app/chunked"})
    void aHeadRequestWhoseLengthIsNotKnownHasNone(String target) throws IOException {
        RawResponse head = before(request("HEAD", target));
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.field("Content-Length")).isNull();
    }

    @Test
    void anUnmodifiedFileHasNoContent() throws IOException {
        String tag = server.get("/hello.txt").field("ETag");
        for (String method : new String[] {"GET", "HEAD"}) {
            RawResponse response = before(request(method, "/hello.txt", "If-None-Match: " + tag));
            assertThat(response.status()).isEqualTo(304);
            assertThat(response.field("Transfer-Encoding")).isNull();
        }
    }

    @Test
    void anHttp10HeadRequestEndsWithItsHead() throws IOException {
        try (RawClient client = server.connect()) {
            client.send("HEAD /app/chunked HTTP/1.0\r\n\r\n");
            RawResponse head = client.responseToHead();
            assertThat(head.field("Transfer-Encoding")).isNull();
            client.assertClosed();
        }
    }
}
