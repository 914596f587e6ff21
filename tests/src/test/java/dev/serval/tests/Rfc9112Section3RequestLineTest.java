package dev.serval.tests;

import static dev.serval.http.Refusal.CONNECT;
import static dev.serval.http.Refusal.LINE_END;
import static dev.serval.http.Refusal.METHOD_TOKEN;
import static dev.serval.http.Refusal.PATH;
import static dev.serval.http.Refusal.REQUEST_LINE;
import static dev.serval.http.Refusal.TARGET;
import static dev.serval.http.Refusal.VERSION;
import static dev.serval.http.Refusal.VERSION_SYNTAX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.serval.http.Refusal;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §3 and §2.3: method, target and version. */
@OnEveryWire
final class Rfc9112Section3RequestLineTest {
    @Parameter ServerUnderTest server;

    static Stream<Arguments> malformed() {
        Refusal[] line = {REQUEST_LINE, METHOD_TOKEN, TARGET, VERSION_SYNTAX, LINE_END};
        Refusal[] target = {TARGET, PATH, REQUEST_LINE};
        Refusal[] version = {VERSION_SYNTAX, REQUEST_LINE};
        return Stream.of(
                arguments("method only", "GET", line),
                arguments("method and space", "GET ", line),
                arguments("no version: HTTP/0.9", "GET /hello.txt", line),
                arguments("two spaces before the target", "GET  /hello.txt HTTP/1.1", line),
                arguments("two spaces after the target", "GET /hello.txt  HTTP/1.1", line),
                arguments("tab for space", "GET\t/hello.txt HTTP/1.1", line),
                arguments("tab after the target", "GET /hello.txt\tHTTP/1.1", line),
                arguments("space at the end", "GET /hello.txt HTTP/1.1 ", line),
                arguments("words after the version", "GET /hello.txt HTTP/1.1 x", line),
                arguments("space in the target", "GET /hello txt HTTP/1.1", line),
                arguments("at sign in the method", "G@T / HTTP/1.1", line),
                arguments("parenthesis in the method", "GE(T / HTTP/1.1", line),
                arguments("colon in the method", "GET: / HTTP/1.1", line),
                arguments("quote in the method", "\"GET\" / HTTP/1.1", line),
                arguments("high byte in the method", "G\u00c9T / HTTP/1.1", line),
                arguments("NUL in the method", "G\0T / HTTP/1.1", line),
                arguments("empty method", " / HTTP/1.1", line),
                arguments("target without slash", "GET hello.txt HTTP/1.1", target),
                arguments("asterisk for GET", "GET * HTTP/1.1", target),
                arguments("asterisk and more", "OPTIONS *x HTTP/1.1", target),
                arguments("fragment", "GET /hello.txt#top HTTP/1.1", target),
                arguments("high bytes", "GET /Gr\u00c3\u00bc\u00c3\u009fe HTTP/1.1", target),
                arguments("NUL", "GET /hello.txt\0 HTTP/1.1", target),
                arguments("control character", "GET /\u0001 HTTP/1.1", target),
                arguments("DEL", "GET /\u007f HTTP/1.1", target),
                arguments("high byte in the query", "GET /?\u00ff HTTP/1.1", target),
                arguments("control character in the query", "GET /?\u0007 HTTP/1.1", target),
                arguments("double quote", "GET /\" HTTP/1.1", target),
                arguments("angle brackets", "GET /<x> HTTP/1.1", target),
                arguments("backslash", "GET /\\hello.txt HTTP/1.1", target),
                arguments("caret", "GET /^ HTTP/1.1", target),
                arguments("backtick", "GET /` HTTP/1.1", target),
                arguments("braces", "GET /{x} HTTP/1.1", target),
                arguments("bar", "GET /| HTTP/1.1", target),
                arguments("absolute, empty host", "GET http:///hello.txt HTTP/1.1", target),
                arguments("absolute, userinfo", "GET http://a@b/hello.txt HTTP/1.1", target),
                arguments("absolute, bad port", "GET http://b:x/hello.txt HTTP/1.1", target),
                arguments("absolute, bad IPv6", "GET http://[::1/hello.txt HTTP/1.1", target),
                arguments("absolute, one slash", "GET http:/hello.txt HTTP/1.1", target),
                arguments("authority for GET", "GET localhost:80 HTTP/1.1", target),
                arguments("lower-case version", "GET / http/1.1", version),
                arguments("another protocol", "GET / HTTX/1.1", version),
                arguments("version without minor", "GET / HTTP/1", version),
                arguments("version with empty minor", "GET / HTTP/1.", version),
                arguments("version without dot", "GET / HTTP/11", version),
                arguments("version of two digits", "GET / HTTP/1.10", version),
                arguments("version with leading zero", "GET / HTTP/01.1", version),
                arguments("letter in the version", "GET / HTTP/1.x", version),
                arguments("character after the version", "GET / HTTP/1.1x", version),
                arguments("no slash in the version", "GET / HTTP1.1", version),
                arguments("signed version", "GET / HTTP/+1.1", version));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void refusesAndCloses(String what, String line, Refusal[] expected) throws IOException {
        Refused.by(server, line + "\r\nHost: localhost\r\n\r\n", expected);
    }

    @ParameterizedTest
    @MethodSource
    void refusesAnotherMajorVersionWith505(String version) throws IOException {
        Refused.by(server, "GET / " + version + "\r\nHost: localhost\r\n\r\n", VERSION);
    }

    static Stream<String> refusesAnotherMajorVersionWith505() {
        return Stream.of("HTTP/0.9", "HTTP/2.0", "HTTP/3.0", "HTTP/9.9");
    }

    @Test
    void refusesTheHttp2PrefaceOnAPlainPort() throws IOException {
        Refused.by(server, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", VERSION);
    }

    @Test
    void refusesConnectWith501() throws IOException {
        Refused.by(
                server,
                "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n",
                CONNECT);
    }

    @Test
    void takesAHigherMinorVersionAs11() throws IOException {
        // RFC 9110 §2.5
        try (RawClient client = server.connect()) {
            RawResponse response =
                    client.exchange("GET /hello.txt HTTP/1.2\r\nHost: localhost\r\n\r\n");
            assertThat(response.statusLine()).isEqualTo("HTTP/1.1 200 OK");
            assertThat(response.field("Connection")).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource
    void takesTheTarget(String target) throws IOException {
        assertThat(server.get(target).text()).isEqualTo(Site.HELLO);
    }

    static Stream<String> takesTheTarget() {
        return Stream.of(
                "/hello.txt",
                "/hello.txt?",
                "/hello.txt?a=b&c=d",
                "/hello.txt?http://x/?y",
                "/%68ello.txt",
                "/hello%2Etxt",
                "http://localhost/hello.txt",
                "http://localhost:8080/hello.txt",
                "http://[::1]:80/hello.txt",
                "HTTP://LOCALHOST/hello.txt?x");
    }

    @Test
    void takesAnAbsoluteTargetWithoutPathAsTheRoot() throws IOException {
        assertThat(server.get("http://localhost").text()).contains("<title>start</title>");
    }

    @Test
    void passesTheQueryOnUndecoded() throws IOException {
        assertThat(server.get("/app/echo?a=%20b&c=/?").text()).contains("\nquery=a=%20b&c=/?\n");
    }

    @Test
    void answersOptionsForTheWholeServer() throws IOException {
        RawResponse response = server.exchange(ServerUnderTest.request("OPTIONS", "*"));
        assertThat(response.status()).isIn(200, 204);
        assertThat(response.field("Allow")).contains("GET").contains("HEAD").contains("OPTIONS");
    }

    @Test
    void methodsAreCaseSensitive() throws IOException {
        RawResponse response = server.exchange(ServerUnderTest.request("get", "/hello.txt"));
        assertThat(response.status()).isIn(405, 501);
    }

    @Test
    void showsAnUnknownMethodToTheServlet() throws IOException {
        RawResponse response = server.exchange(ServerUnderTest.request("BREW", "/app/echo"));
        assertThat(response.text()).startsWith("BREW /app/echo\n");
    }
}
