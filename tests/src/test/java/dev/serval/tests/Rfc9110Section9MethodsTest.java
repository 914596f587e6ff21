package dev.serval.tests;

import static dev.serval.http.Refusal.CONNECT;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Message.post;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9110 §9: methods; security rule 18. */
@OnEveryWire
final class Rfc9110Section9MethodsTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9110 §9.3.1")
                .rule("GET of a file is its content with its metadata.")
                .answers(
                        hello().with(
                                        "Content-Type: text/plain",
                                        "Last-Modified: " + Site.LAST_MODIFIED,
                                        "Accept-Ranges: bytes"),
                        get("/hello.txt"))
                .answers(
                        status(200).content("{}\n").with("Content-Type: application/json"),
                        get("/data.json"))
                .answers(hello(), request("GET", "/hello.txt", "Content-Length: 5") + "hello")
                .answers(status(404).without("ETag", "Last-Modified"), get("/missing"))
                .section("RFC 9110 §9.3.2")
                .rule("HEAD has the fields of GET and nothing behind them.")
                .answers(
                        status(200)
                                .toHead()
                                .with(
                                        "Content-Type: text/plain",
                                        "Content-Length: 13",
                                        "Last-Modified: " + Site.LAST_MODIFIED,
                                        "ETag: " + Site.HELLO_ETAG,
                                        "Accept-Ranges: bytes"),
                        request("HEAD", "/hello.txt"))
                .answers(
                        status(200).toHead().with("Content-Length: 0"),
                        request("HEAD", "/empty.txt"))
                .answers(
                        status(200).toHead().with("Content-Length: 5242880"),
                        request("HEAD", "/5m.bin"))
                .answers(status(302).toHead().with("Location: /dir/"), request("HEAD", "/dir"))
                .answers(status(404).toHead(), request("HEAD", "/missing"))
                .answers(
                        status(200).toHead().with("Content-Length: 8"),
                        request("HEAD", "/app/ignore"))
                .answers(
                        status(200).toHead(),
                        request("HEAD", "/app/echo"),
                        request("HEAD", "/hello.txt", "Content-Length: 5") + "hello")
                .answers(
                        status(200).toHead().with("Content-Length: 10"),
                        request("HEAD", "/app/big?10"))
                .section("RFC 9110 §9.3.3")
                .rule("POST of a file is not allowed; to a servlet it brings its content.")
                .answers(
                        status(405).with("Allow: GET, HEAD, OPTIONS"),
                        request("POST", "/hello.txt", "Content-Length: 5") + "hello")
                .answers(echo("POST /app/echo", "body=hello"), post("Content-Length: 5", "hello"))
                .section("RFC 9110 §9.3.4")
                .rule("PUT never writes a file.")
                .answers(
                        status(405).with("Allow: GET, HEAD, OPTIONS"),
                        request("PUT", "/hello.txt", "Content-Length: 3") + "abc",
                        request(
                                        "PUT",
                                        "/hello.txt",
                                        "Content-Range: bytes 0-2/13",
                                        "Content-Length: 3")
                                + "abc")
                .answers(
                        status(404),
                        request("PUT", "/new.txt", "Content-Length: 3") + "abc",
                        request("PUT", "/dir/new.txt", "Transfer-Encoding: chunked")
                                + "3\r\nabc\r\n0\r\n\r\n")
                .answers(
                        echo("PUT /app/echo", "body=abc"),
                        request("PUT", "/app/echo", "Content-Length: 3") + "abc")
                .section("RFC 9110 §9.3.5")
                .rule("DELETE never deletes a file.")
                .answersAll(
                        request("DELETE", "/hello.txt") + get("/hello.txt"),
                        status(405).with("Allow: GET, HEAD, OPTIONS"),
                        hello())
                .answers(echo("DELETE /app/echo"), request("DELETE", "/app/echo"))
                .section("RFC 9110 §9.3.6")
                .rule("CONNECT is refused: there are no tunnels.")
                .answers(hello(), get("/hello.txt"))
                .refuses(
                        CONNECT,
                        head("CONNECT localhost:80 HTTP/1.1", "Host: localhost:80"),
                        head(
                                        "CONNECT a.example:443 HTTP/1.1",
                                        "Host: a.example:443",
                                        "Content-Length: 5")
                                + "hello",
                        head("CONNECT a.example:443 HTTP/1.0"))
                .section("RFC 9110 §9.3.7")
                .rule("OPTIONS says what may be done.")
                .answers(
                        status(200).with("Allow: GET, HEAD, OPTIONS", "Content-Length: 0"),
                        request("OPTIONS", "/hello.txt"),
                        request("OPTIONS", "/"),
                        request("OPTIONS", "/dir/"),
                        request("OPTIONS", "/dir"))
                .answers(
                        status(200)
                                .with(
                                        "Allow: GET, HEAD, POST, PUT, DELETE, PATCH, OPTIONS",
                                        "Content-Length: 0"),
                        request("OPTIONS", "*"))
                .answers(echo("OPTIONS /app/echo"), request("OPTIONS", "/app/echo"))
                .section("RFC 9110 §9.3.8")
                .rule("TRACE is off: nothing of the request comes back.")
                .answers(hello(), get("/hello.txt"))
                .answers(
                        status(405)
                                .with("Allow: GET, HEAD, OPTIONS")
                                .hides("secret", "TRACE", "cookie"),
                        request("TRACE", "/hello.txt", "Cookie: secret"))
                .answers(
                        status(405)
                                .with("Allow: GET, HEAD, POST, PUT, DELETE, PATCH, OPTIONS")
                                .hides("secret", "TRACE", "cookie"),
                        request("TRACE", "/app/echo", "Cookie: secret"),
                        request("TRACE", "/app/ignore", "Max-Forwards: 0"))
                .section("RFC 9110 §9.1")
                .rule("A method that is not known is 405 for a file and reaches a servlet.")
                .answers(
                        status(405).with("Allow: GET, HEAD, OPTIONS"),
                        request("BREW", "/hello.txt"),
                        request("PROPFIND", "/"),
                        request("PATCH", "/hello.txt"),
                        request("LOCK", "/dir/"),
                        request("QUERY", "/hello.txt"))
                .answers(
                        echo("QUERY /app/echo", "body=hello"),
                        request("QUERY", "/app/echo", "Content-Length: 5") + "hello")
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }

    @Test
    void headOfAFileIsTheHeadOfGet() throws IOException {
        assertThat(server.exchange(request("HEAD", "/10k.bin")).head())
                .isEqualTo(server.get("/10k.bin").head());
    }

    @Test
    void rule18PutNeverWrites() throws IOException {
        server.exchange(request("PUT", "/new.txt", "Content-Length: 3") + "abc");
        assertThat(Files.exists(server.site().root().resolve("new.txt"))).isFalse();
    }
}
