package dev.serval.tests;

import static dev.serval.http.Refusal.CHUNK;
import static dev.serval.http.Refusal.HOST;
import static dev.serval.http.Refusal.METHOD_TOKEN;
import static dev.serval.tests.Message.chunked;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Message.post;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;
import static dev.serval.tests.ServerUnderTest.request;

import dev.serval.tests.Reply.Framing;
import dev.serval.tests.Row.End;
import dev.serval.tests.Row.Turn;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §9.3.2: requests that do not wait for answers are answered in their order. */
@OnEveryWire
final class Rfc9112Section9_3_2PipeliningTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §9.3.2")
                .rule("Answers come in the order of the requests, whoever answers them.")
                .answersAll(get("/hello.txt").repeat(3), hello(), hello(), hello())
                .answersAll(
                        get("/app/echo?1") + get("/hello.txt") + get("/app/echo?2"),
                        echo("query=1"),
                        hello(),
                        echo("query=2"))
                .answersAll(
                        get("/missing") + get("/hello.txt") + get("/app/throw") + get("/hello.txt"),
                        status(404),
                        hello(),
                        status(500),
                        hello())
                .answersAll(
                        get("/app/chunked") + get("/hello.txt") + get("/app/chunked"),
                        status(200).framed(Framing.CHUNKED),
                        hello(),
                        status(200).framed(Framing.CHUNKED))
                .answersAll(
                        request("HEAD", "/hello.txt")
                                + get("/hello.txt")
                                + request("HEAD", "/app/echo"),
                        status(200).toHead(),
                        hello(),
                        status(200).toHead())
                .answersAll(
                        get("/app/status?204") + get("/app/status?304") + get("/hello.txt"),
                        status(204).framed(Framing.NONE),
                        status(304).framed(Framing.NONE),
                        hello())
                .rule("A body ends where it ends, and the next request begins behind it.")
                .answersAll(
                        post("Content-Length: 5", "hello")
                                + get("/hello.txt")
                                + chunked("1\r\nx\r\n0\r\n\r\n"),
                        echo("body=hello"),
                        hello(),
                        echo("body=x"))
                .answersAll(
                        chunked("5\r\nhello\r\n0\r\nX: y\r\n\r\n")
                                + chunked("0\r\n\r\n")
                                + post("Content-Length: 0", "")
                                + get("/hello.txt"),
                        echo("body=hello"),
                        echo("body="),
                        echo("body="),
                        hello())
                .answersAll(
                        request("POST", "/app/ignore", "Content-Length: 5")
                                + "hello"
                                + request("POST", "/app/ignore", "Transfer-Encoding: chunked")
                                + "5\r\nhello\r\n0\r\n\r\n"
                                + get("/hello.txt"),
                        status(200).content("ignored\n"),
                        status(200).content("ignored\n"),
                        hello())
                .answersAll(
                        request("GET", "/hello.txt", "Content-Length: 5")
                                + "hello"
                                + post("Content-Length: 3", "abc"),
                        hello(),
                        echo("body=abc"))
                .answersAll(
                        post("Content-Length: 9000", "x".repeat(9000))
                                + get("/hello.txt")
                                + chunked("2000\r\n" + "y".repeat(8192) + "\r\n0\r\n\r\n"),
                        echo("body=" + "x".repeat(9000)),
                        hello(),
                        echo("body=" + "y".repeat(8192)))
                .rule("What stands behind the last request is never answered.")
                .answersAll(get("/hello.txt") + get("/app/echo"), hello(), echo())
                .talks(
                        End.CLOSED,
                        new Turn(
                                get("/hello.txt") + get("/app/echo", "Connection: close"),
                                hello(),
                                echo().connection("close")))
                .talks(
                        End.CLOSED,
                        new Turn(
                                get("/hello.txt") + head("GET /app/echo HTTP/1.0"),
                                hello(),
                                echo().connection("close")))
                .talks(
                        End.CLOSED,
                        new Turn(
                                get("/hello.txt") + head("GET / HTTP/1.1"),
                                hello(),
                                Reply.refused(HOST).connection("close")))
                .talks(
                        End.CLOSED,
                        new Turn(
                                get("/app/echo") + get("/hello.txt") + "X\0",
                                echo(),
                                hello(),
                                Reply.refused(METHOD_TOKEN).connection("close")))
                .talks(
                        End.CLOSED,
                        new Turn(
                                post("Content-Length: 5", "hello") + chunked("x"),
                                echo("body=hello"),
                                Reply.refused(CHUNK).connection("close")))
                .rule("Everything before the client's end of the stream is answered.")
                .ends(
                        get("/hello.txt") + get("/app/echo") + get("/hello.txt"),
                        hello(),
                        echo(),
                        hello())
                .ends(
                        get("/app/ignore") + post("Content-Length: 5", "hello"),
                        status(200).content("ignored\n"),
                        echo("body=hello"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
