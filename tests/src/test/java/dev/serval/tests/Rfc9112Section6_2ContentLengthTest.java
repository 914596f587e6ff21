package dev.serval.tests;

import static dev.serval.http.Refusal.CONTENT_LENGTH;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Message.post;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;
import static dev.serval.tests.ServerUnderTest.request;

import dev.serval.tests.Reply.Framing;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §6.2 and RFC 9110 §8.6: Content-Length; security rule 2. */
@OnEveryWire
final class Rfc9112Section6_2ContentLengthTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9110 §8.6")
                .rule("Content-Length is digits that fit 63 bits.")
                .answers(
                        echo("body=hello"),
                        post("Content-Length:5", "hello"),
                        post("Content-Length: 5 ", "hello"),
                        post("Content-Length:\t5", "hello"),
                        post("Content-Length: 05", "hello"),
                        post("Content-Length: 0000000000000000000000005", "hello"))
                .answers(
                        echo("body="),
                        post("Content-Length: 0", ""),
                        post("Content-Length: 000", ""))
                .refuses(
                        CONTENT_LENGTH,
                        post("Content-Length: +5", "hello"),
                        post("Content-Length: -5", "hello"),
                        post("Content-Length: -0", "hello"),
                        post("Content-Length: 5x", "hello"),
                        post("Content-Length: x5", "hello"),
                        post("Content-Length: x", "hello"),
                        post("Content-Length: 0x5", "hello"),
                        post("Content-Length: 5 5", "hello"),
                        post("Content-Length: 5\t5", "hello"),
                        post("Content-Length: 5;5", "hello"),
                        post("Content-Length: 5.0", "hello"),
                        post("Content-Length: 5.", "hello"),
                        post("Content-Length: 5e1", "hello"),
                        post("Content-Length: \"5\"", "hello"),
                        post("Content-Length: '5'", "hello"),
                        post("Content-Length:", "hello"),
                        post("Content-Length: ", "hello"),
                        post("Content-Length: _5", "hello"),
                        post("Content-Length: 1_000", "hello"),
                        post("Content-Length: 5L", "hello"),
                        post("Content-Length: (5)", "hello"),
                        post("Content-Length: 5 (five)", "hello"),
                        post("Content-Length: %35", "hello"),
                        post("Content-Length: 5=5", "hello"),
                        post("Content-Length: \u00d9\u00a5", "hello"),
                        post("Content-Length: \u00b2", "hello"),
                        post("Content-Length: 5\u00a0", "hello"),
                        post("Content-Length: \u00a05", "hello"),
                        post("Content-Length: 5\u0085", "hello"),
                        post("Content-Length: NaN", "hello"),
                        post("Content-Length: null", "hello"),
                        post("Content-Length: 9223372036854775808", "hello"),
                        post("Content-Length: 18446744073709551615", "hello"),
                        post("Content-Length: 18446744073709551621", "hello"),
                        post("Content-Length: 99999999999999999999999999", "hello"),
                        post("Content-Length: 1" + "0".repeat(500), "hello"))
                .rule("A list is refused, even one of equal lengths.")
                .answers(echo("body=hello"), post("Content-Length: 5", "hello"))
                .refuses(
                        CONTENT_LENGTH,
                        post("Content-Length: 5, 5", "hello"),
                        post("Content-Length: 5,5", "hello"),
                        post("Content-Length: 5,6", "hello"),
                        post("Content-Length: ,5", "hello"),
                        post("Content-Length: 5,", "hello"),
                        post("Content-Length: ,", "hello"),
                        post("Content-Length: 0,5", "hello"))
                .rule("Several fields must say the same.")
                .answers(
                        echo("body=hello"),
                        post("Content-Length: 5\r\nContent-Length: 5", "hello"),
                        post(
                                "Content-Length: 5\r\n"
                                        + "X: y\r\n"
                                        + "content-length: 5\r\n"
                                        + "Content-Length: 5",
                                "hello"))
                .refuses(
                        CONTENT_LENGTH,
                        post("Content-Length: 5\r\nContent-Length: 6", "hello"),
                        post("Content-Length: 6\r\nContent-Length: 5", "hello!"),
                        post("Content-Length: 5\r\nContent-Length: +5", "hello"),
                        post("Content-Length: 0\r\nContent-Length: 5", "hello"),
                        post("Content-Length: 5\r\nContent-Length: 0", "hello"),
                        post("Content-Length: 5\r\nContent-Length:", "hello"),
                        post("Content-Length:\r\nContent-Length: 5", "hello"),
                        post("Content-Length: 5\r\ncontent-length: 4", "hello"),
                        post("Content-Length: 5\r\nContent-Length: 5, 5", "hello"))
                .rule("It is checked with every method and version.")
                .answers(
                        echo("GET /app/echo", "body=hello"),
                        request("GET", "/app/echo", "Content-Length: 5") + "hello")
                .refuses(
                        CONTENT_LENGTH,
                        request("GET", "/hello.txt", "Content-Length: x"),
                        request("GET", "/hello.txt", "Content-Length: -1"),
                        head("GET /hello.txt HTTP/1.0", "Content-Length: x"),
                        request("HEAD", "/hello.txt", "Content-Length: +0")
                                .replace("HEAD", "DELETE"),
                        request("OPTIONS", "*", "Content-Length: 5,5") + "hello")
                .rule("A response has a Content-Length where its length is known.")
                .answers(status(200).with("Content-Length: 13"), get("/hello.txt"))
                .answers(status(200).with("Content-Length: 0").content(""), get("/empty.txt"))
                .answers(
                        status(200).with("Content-Length: 8").content("ignored\n"),
                        get("/app/ignore"))
                .answers(
                        status(200).framed(Framing.CHUNKED).content("first,second,third"),
                        get("/app/chunked"))
                .section("RFC 9112 §6.2")
                .rule("The content is that many bytes, whatever is in them.")
                .answers(echo("body=GET / HTTP/1.1"), post("Content-Length: 14", "GET / HTTP/1.1"))
                .answers(echo("body=0\r"), post("Content-Length: 3", "0\r\n"))
                .answers(echo("body=\0\u00ff\u0001"), post("Content-Length: 3", "\0\u00ff\u0001"))
                .answers(
                        echo("body=" + "x".repeat(20_000)),
                        post("Content-Length: 20000", "x".repeat(20_000)))
                .answers(
                        hello(),
                        request("GET", "/hello.txt", "Content-Length: 37")
                                + "GET /page.html HTTP/1.1\r\nHost: abc\r\n\r\n".substring(0, 37))
                .answers(status(405), request("POST", "/hello.txt", "Content-Length: 5") + "hello")
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
