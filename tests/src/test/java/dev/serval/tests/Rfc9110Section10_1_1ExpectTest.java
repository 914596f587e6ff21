package dev.serval.tests;

import static dev.serval.http.Refusal.EXPECTATION;
import static dev.serval.tests.Message.fields;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Message.post;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.interim;
import static dev.serval.tests.Reply.status;
import static dev.serval.tests.ServerUnderTest.request;

import dev.serval.tests.Row.End;
import dev.serval.tests.Row.Turn;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9110 §10.1.1: Expect. */
@OnEveryWire
final class Rfc9110Section10_1_1ExpectTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9110 §10.1.1")
                .rule(
                        "A client that waits is told to go on when the body is wanted, in any case"
                                + " of the word.")
                .talks(
                        End.KEPT,
                        new Turn(
                                post("Expect: 100-continue\r\nContent-Length: 5", ""),
                                interim(100)),
                        new Turn("hello", echo("body=hello")))
                .talks(
                        End.KEPT,
                        new Turn(
                                post("Expect: 100-Continue\r\nContent-Length: 5", ""),
                                interim(100)),
                        new Turn("hello", echo("body=hello")))
                .talks(
                        End.KEPT,
                        new Turn(
                                post("expect:\t100-CONTINUE \r\nContent-Length: 5", ""),
                                interim(100)),
                        new Turn("hello", echo("body=hello")))
                .talks(
                        End.KEPT,
                        new Turn(
                                post("Expect: 100-continue\r\nTransfer-Encoding: chunked", ""),
                                interim(100)),
                        new Turn("5\r\nhello\r\n0\r\n\r\n", echo("body=hello")))
                .talks(
                        End.KEPT,
                        new Turn(
                                post(
                                        "Expect: 100-continue\r\n"
                                                + "Expect: 100-continue\r\n"
                                                + "Content-Length: 5",
                                        ""),
                                interim(100)),
                        new Turn("hello", echo("body=hello")))
                .talks(
                        End.CLOSED,
                        new Turn(
                                post(
                                        "Expect: 100-continue\r\n"
                                                + "Connection: close\r\n"
                                                + "Content-Length: 5",
                                        ""),
                                interim(100)),
                        new Turn("hello", echo("body=hello").connection("close")))
                .rule("It is told once, and not when the body is there.")
                .answers(
                        echo("body=hello"),
                        post("Expect: 100-continue\r\nContent-Length: 5", "hello"))
                .answers(
                        echo("body=hello"),
                        post(
                                "Expect: 100-continue\r\nTransfer-Encoding: chunked",
                                "5\r\nhello\r\n0\r\n\r\n"))
                .talks(
                        End.KEPT,
                        new Turn(
                                post("Expect: 100-continue\r\nContent-Length: 10", ""),
                                interim(100)),
                        new Turn("hello"),
                        new Turn("hello", echo("body=hellohello")))
                .rule(
                        "A final status instead ends the connection: nobody knows whether the body"
                                + " comes.")
                .closes(
                        status(200).content("ignored\n"),
                        request("POST", "/app/ignore", "Expect: 100-continue", "Content-Length: 5"),
                        request(
                                "POST",
                                "/app/ignore",
                                "Expect: 100-continue",
                                "Transfer-Encoding: chunked"))
                .closes(
                        status(405),
                        request("POST", "/hello.txt", "Expect: 100-continue", "Content-Length: 5"))
                .closes(
                        status(404),
                        request("PUT", "/missing", "Expect: 100-continue", "Content-Length: 5"))
                .closes(hello(), get("/hello.txt", "Expect: 100-continue", "Content-Length: 5"))
                .rule("Where no body is announced there is nothing to wait for.")
                .answers(
                        echo("body="),
                        fields("Expect: 100-continue"),
                        post("Expect: 100-continue", ""),
                        post("Expect: 100-continue\r\nContent-Length: 0", ""))
                .answers(hello(), get("/hello.txt", "Expect: 100-continue"))
                .rule("HTTP/1.0 knows no expectations.")
                .closes(
                        echo("body=hello"),
                        head("POST /app/echo HTTP/1.0", "Expect: 100-continue", "Content-Length: 5")
                                + "hello",
                        head("POST /app/echo HTTP/1.0", "Expect: x", "Content-Length: 5") + "hello")
                .section("RFC 9110 §15.5.18")
                .rule("Another expectation cannot be met: 417.")
                .answers(
                        echo("body=hello"),
                        post("Expect: 100-continue\r\nContent-Length: 5", "hello"))
                .refuses(
                        EXPECTATION,
                        post("Expect: 200-ok\r\nContent-Length: 5", "hello"),
                        post("Expect: 100-continue, x\r\nContent-Length: 5", "hello"),
                        post("Expect: x\r\nContent-Length: 5", "hello"),
                        post("Expect: 100-continue=1\r\nContent-Length: 5", "hello"),
                        post("Expect:\r\nContent-Length: 5", "hello"),
                        post("Expect: 100 continue\r\nContent-Length: 5", "hello"),
                        post("Expect: \"100-continue\"\r\nContent-Length: 5", "hello"),
                        post("Expect: 100-continue\r\nExpect: x\r\nContent-Length: 5", "hello"),
                        get("/hello.txt", "Expect: x"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
