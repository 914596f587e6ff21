package dev.serval.tests;

import static dev.serval.http.Refusal.CONTENT_LENGTH;
import static dev.serval.http.Refusal.LENGTH_AND_CODING;
import static dev.serval.http.Refusal.TRANSFER_CODING;
import static dev.serval.tests.Message.chunked;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Message.post;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.tests.Reply.Framing;
import dev.serval.tests.Row.End;
import dev.serval.tests.Row.Turn;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §6.3: which bytes are the body of a message; security rules 1 and 6. */
@OnEveryWire
final class Rfc9112Section6_3MessageBodyTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §6.3")
                .rule("Both framings together are refused.")
                .answers(
                        echo("body=hello"),
                        post("Content-Length: 5", "hello"),
                        chunked("5\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        LENGTH_AND_CODING,
                        post("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n"),
                        post("Content-Length: 0\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
                        post("CONTENT-LENGTH: 5\r\ntransfer-encoding: CHUNKED", "0\r\n\r\n"),
                        post(
                                "Content-Length: 5\r\n"
                                        + "Transfer-Encoding: chunked\r\n"
                                        + "Content-Length: 5",
                                "0\r\n\r\n"),
                        post("Content-Length: 5\r\nTransfer-Encoding: identity", "hello"),
                        post("Content-Length: 5\r\nTransfer-Encoding: gzip", "hello"),
                        post("Transfer-Encoding: gzip, chunked\r\nContent-Length: 5", "0\r\n\r\n"),
                        request(
                                        "GET",
                                        "/hello.txt",
                                        "Content-Length: 5",
                                        "Transfer-Encoding: chunked")
                                + "0\r\n\r\n",
                        post(
                                "Content-Length: 5\r\n"
                                        + "Connection: content-length\r\n"
                                        + "Transfer-Encoding: chunked",
                                "0\r\n\r\n"))
                .refuses(
                        TRANSFER_CODING,
                        post("Content-Length: 5\r\nTransfer-Encoding: chunked, identity", "hello"),
                        post("Content-Length: 5\r\nTransfer-Encoding:", "hello"))
                .refuses(
                        CONTENT_LENGTH,
                        post("Transfer-Encoding: chunked\r\nContent-Length: +5", "0\r\n\r\n"))
                .rule("A request without framing has no body.")
                .answers(
                        echo("POST /app/echo", "body="),
                        head("POST /app/echo HTTP/1.1", "Host: localhost"))
                .answers(echo("PUT /app/echo", "body="), request("PUT", "/app/echo"))
                .answers(echo("GET /app/echo", "body="), get("/app/echo"))
                .closes(echo("POST /app/echo", "body="), head("POST /app/echo HTTP/1.0"))
                .rule("A body that nobody reads is swallowed, and never taken for a request.")
                .answers(
                        status(200).content("ignored\n"),
                        request(
                                        "POST",
                                        "/app/ignore",
                                        "Content-Length: " + get("/hello.txt").length())
                                + get("/hello.txt"),
                        request(
                                        "POST",
                                        "/app/ignore",
                                        "Content-Length: " + 2000 * get("/hello.txt").length())
                                + get("/hello.txt").repeat(2000),
                        request("POST", "/app/ignore", "Transfer-Encoding: chunked")
                                + "5\r\nhello\r\n0\r\n\r\n",
                        request("POST", "/app/ignore", "Transfer-Encoding: chunked")
                                + ("20\r\n" + "x".repeat(32) + "\r\n").repeat(1000)
                                + "0\r\nX: y\r\n\r\n")
                .answers(
                        hello(),
                        request(
                                        "GET",
                                        "/hello.txt",
                                        "Content-Length: " + get("/page.html").length())
                                + get("/page.html"))
                .answers(
                        status(404),
                        request(
                                        "POST",
                                        "/app/missing",
                                        "Content-Length: " + get("/page.html").length())
                                + get("/page.html"))
                .answers(
                        status(405),
                        request("DELETE", "/hello.txt", "Transfer-Encoding: chunked")
                                + "5\r\nhello\r\n0\r\n\r\n")
                .answers(
                        status(500),
                        request(
                                        "POST",
                                        "/app/throw",
                                        "Content-Length: " + get("/page.html").length())
                                + get("/page.html"))
                .rule(
                        "One that is longer than may be swallowed ends the connection behind the"
                                + " answer.")
                .answers(
                        status(200).content("ignored\n"),
                        request("POST", "/app/ignore", "Content-Length: 2000000")
                                + "x".repeat(2_000_000))
                .closes(
                        status(200).content("ignored\n"),
                        request("POST", "/app/ignore", "Content-Length: 999999999"),
                        request("POST", "/app/ignore", "Content-Length: 9223372036854775807"),
                        request("POST", "/app/ignore", "Content-Length: 2097153")
                                + "x".repeat(5000))
                .closes(hello(), request("GET", "/hello.txt", "Content-Length: 999999999"))
                .rule(
                        "One that is malformed where nobody reads it ends the connection without a"
                                + " further answer.")
                .answers(
                        status(200).content("ignored\n"),
                        request("POST", "/app/ignore", "Transfer-Encoding: chunked")
                                + "1\r\nx\r\n0\r\n\r\n")
                .talks(
                        End.CLOSED,
                        new Turn(
                                request("POST", "/app/ignore", "Transfer-Encoding: chunked")
                                        + "x\r\n",
                                status(200).content("ignored\n")))
                .talks(
                        End.CLOSED,
                        new Turn(
                                request("POST", "/app/ignore", "Transfer-Encoding: chunked")
                                        + "5\r\nhelloX",
                                status(200).content("ignored\n")))
                .talks(
                        End.CLOSED,
                        new Turn(
                                request("POST", "/app/ignore", "Transfer-Encoding: chunked")
                                        + "0\r\nX y\r\n\r\n",
                                status(200).content("ignored\n")))
                .talks(
                        End.CLOSED,
                        new Turn(
                                request("GET", "/hello.txt", "Transfer-Encoding: chunked")
                                        + "-1\r\n\r\n",
                                hello()))
                .rule(
                        "After a body that could not be read the connection ends, whatever is"
                                + " answered.")
                .answers(
                        status(200).content("read\n"),
                        request("POST", "/app/lenient", "Content-Length: 5") + "hello")
                .closes(
                        status(200).content("not read\n"),
                        request("POST", "/app/lenient", "Transfer-Encoding: chunked") + "x\r\n",
                        request("POST", "/app/lenient", "Transfer-Encoding: chunked")
                                + "5\r\nhello\r\n0\r\nX y\r\n\r\n")
                .rule(
                        "A response to HEAD, a 204 and a 304 have no body; others say how long"
                                + " theirs is.")
                .answers(
                        status(200).toHead().with("Content-Length: 13"),
                        request("HEAD", "/hello.txt"))
                .answers(status(204).framed(Framing.NONE), get("/app/status?204"))
                .answers(status(304).framed(Framing.NONE), get("/app/status?304"))
                .answers(status(200).content("body\n"), get("/app/status?200"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
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
}
