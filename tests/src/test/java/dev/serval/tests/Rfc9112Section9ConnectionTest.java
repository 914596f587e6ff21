package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112 §9: when a connection is kept, and how it is closed. */
@OnEveryWire
final class Rfc9112Section9ConnectionTest {
    private static final String NEXT = ServerUnderTest.request("GET", "/style.css");

    @Parameter ServerUnderTest server;

    static Stream<Arguments> closing() {
        return Stream.of(
                arguments("1.1", "Connection: close"),
                arguments("1.1", "Connection: Close"),
                arguments("1.1", "connection: CLOSE"),
                arguments("1.1", "Connection:close"),
                arguments("1.1", "Connection: \tclose \t"),
                arguments("1.1", "Connection: keep-alive, close"),
                arguments("1.1", "Connection: close, keep-alive"),
                arguments("1.1", "Connection: close,x"),
                arguments("1.1", "Connection: x,close"),
                arguments("1.1", "Connection: ,close,"),
                arguments("1.1", "Connection: x \t,\t close"),
                arguments("1.1", "Connection: x\r\nConnection: close"),
                arguments("1.1", "Connection: close\r\nConnection: keep-alive"),
                arguments("1.0", "X: y"),
                arguments("1.0", "Connection: close"),
                arguments("1.0", "Connection: x"),
                arguments("1.0", "Connection: keep-alive, close"),
                arguments("1.0", "Connection: close, keep-alive"),
                arguments("1.0", "Keep-Alive: timeout=5"));
    }

    @ParameterizedTest(name = "HTTP/{0} {1}")
    @MethodSource("closing")
    void closesAfterTheResponse(String version, String field) throws IOException {
        for (String target : new String[] {"/hello.txt", "/app/ignore"}) {
            try (RawClient client = server.connect()) {
                client.send(request(version, target, field) + NEXT);
                RawResponse response = client.response();
                assertThat(response.status()).isEqualTo(200);
                assertThat(response.field("Connection")).isEqualTo("close");
                client.assertClosed();
            }
        }
    }

    static Stream<Arguments> keeping() {
        return Stream.of(
                arguments("1.1", "X: y"),
                arguments("1.1", "Connection: keep-alive"),
                arguments("1.1", "Connection: closed"),
                arguments("1.1", "Connection: not-close"),
                arguments("1.1", "Connection: \"close\""),
                arguments("1.1", "Connection: close=1"),
                arguments("1.1", "Connection:"),
                arguments("1.1", "Connection: ,"),
                arguments("1.1", "Connection: x"),
                arguments("1.1", "X-Connection: close"));
    }

    @ParameterizedTest(name = "HTTP/{0} {1}")
    @MethodSource("keeping")
    void keepsTheConnection(String version, String field) throws IOException {
        for (String target : new String[] {"/hello.txt", "/app/ignore"}) {
            try (RawClient client = server.connect()) {
                RawResponse response = client.exchange(request(version, target, field));
                assertThat(response.field("Connection")).isNull();
                assertThat(client.exchange(NEXT).text()).startsWith("body {");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"keep-alive", "Keep-Alive", "KEEP-ALIVE", "x, keep-alive", "keep-alive ,x"})
    void http10KeepsTheConnectionWhenAsked(String value) throws IOException {
        for (String target : new String[] {"/hello.txt", "/app/echo"}) {
            try (RawClient client = server.connect()) {
                RawResponse response =
                        client.exchange(request("1.0", target, "Connection: " + value));
                assertThat(response.field("Connection")).isEqualToIgnoringCase("keep-alive");
                assertThat(client.exchange(NEXT).text()).startsWith("body {");
            }
        }
    }

    @Test
    void answersHttp10WithItsOwnVersion() throws IOException {
        // RFC 9110 §2.5: the highest version that the server conforms to.
        try (RawClient client = server.connect()) {
            assertThat(client.exchange("GET /hello.txt HTTP/1.0\r\n\r\n").statusLine())
                    .isEqualTo("HTTP/1.1 200 OK");
            client.assertClosed();
        }
    }

    @Test
    void closesInOrderWhenTheClientHalfClosed() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(NEXT).finish();
            assertThat(client.response().status()).isEqualTo(200);
            client.assertClosed();
        }
    }

    @Test
    void closesInOrderWhenTheClientSendsNothing() throws IOException {
        try (RawClient client = server.connect()) {
            client.finish();
            client.assertClosed();
        }
    }

    @Test
    void closesAfterTheLastAllowedRequest() throws IOException {
        Settings settings = new Settings().maxKeepAliveRequests(3);
        try (ServerUnderTest limited = ServerUnderTest.start(server.wire(), settings);
                RawClient client = limited.connect()) {
            client.send(NEXT.repeat(5));
            assertThat(client.response().field("Connection")).isNull();
            assertThat(client.response().field("Connection")).isNull();
            assertThat(client.response().field("Connection")).isEqualTo("close");
            client.assertClosed();
        }
    }

    @Test
    void oneRequestPerConnectionDisablesKeepAlive() throws IOException {
        Settings settings = new Settings().maxKeepAliveRequests(1);
        try (ServerUnderTest limited = ServerUnderTest.start(server.wire(), settings);
                RawClient client = limited.connect()) {
            client.send(request("1.0", "/hello.txt", "Connection: keep-alive"));
            assertThat(client.response().field("Connection")).isEqualTo("close");
            client.assertClosed();
        }
    }

    @Test
    void rule11DeliversTheLastAnswerThoughTheClientGoesOnSending() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(
                    request("1.1", "/40k.bin", "Connection: close") + NEXT + "x".repeat(500_000));
            assertThat(client.response().body()).isEqualTo(server.site().read("40k.bin"));
            client.assertClosed();
        }
    }

    private static String request(String version, String target, String field) {
        return "GET "
                + target
                + " HTTP/"
                + version
                + "\r\nHost: localhost\r\n"
                + field
                + "\r\n\r\n";
    }
}
