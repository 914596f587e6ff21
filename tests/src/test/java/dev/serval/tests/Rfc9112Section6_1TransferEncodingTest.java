package dev.serval.tests;

import static dev.serval.http.Refusal.LENGTH_AND_CODING;
import static dev.serval.http.Refusal.TRANSFER_CODING;
import static dev.serval.http.Refusal.UNKNOWN_CODING;
import static dev.serval.tests.Message.chunked;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Message.post;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.ServerUnderTest.request;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §6.1: Transfer-Encoding; security rules 1 and 3. */
@OnEveryWire
final class Rfc9112Section6_1TransferEncodingTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §6.1")
                .rule("The one coding is chunked, in any case.")
                .answers(
                        echo("body=hello"),
                        post("Transfer-Encoding:chunked", "5\r\nhello\r\n0\r\n\r\n"),
                        post("Transfer-Encoding: Chunked", "5\r\nhello\r\n0\r\n\r\n"),
                        post("Transfer-Encoding: CHUNKED", "5\r\nhello\r\n0\r\n\r\n"),
                        post("Transfer-Encoding:\tchunked \t", "5\r\nhello\r\n0\r\n\r\n"),
                        post("transfer-encoding: chunked", "5\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        UNKNOWN_CODING,
                        post("Transfer-Encoding: gzip", "0\r\n\r\n"),
                        post("Transfer-Encoding: identity", "0\r\n\r\n"),
                        post("Transfer-Encoding: deflate", "0\r\n\r\n"),
                        post("Transfer-Encoding: compress", "0\r\n\r\n"),
                        post("Transfer-Encoding: xchunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunkedx", "0\r\n\r\n"),
                        post("Transfer-Encoding: x-chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunke", "0\r\n\r\n"),
                        post("Transfer-Encoding: cow", "0\r\n\r\n"),
                        post("Transfer-Encoding: x", "0\r\n\r\n"),
                        post("Transfer-Encoding: 'chunked'", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked.", "0\r\n\r\n"),
                        post("Transfer-Encoding: gzip;q=\"a,b\"", "0\r\n\r\n"))
                .rule("Another coding before chunked is not undone here: 501.")
                .answers(echo("body=hello"), chunked("5\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        UNKNOWN_CODING,
                        post("Transfer-Encoding: gzip, chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: gzip,chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: identity, chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
                        post(
                                "Transfer-Encoding: identity\r\nX: y\r\nTransfer-Encoding: chunked",
                                "0\r\n\r\n"))
                .rule("Chunked is applied once, and last.")
                .answers(echo("body=hello"), chunked("5\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        TRANSFER_CODING,
                        post("Transfer-Encoding: chunked, chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked,chunked", "0\r\n\r\n"),
                        post(
                                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                                "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked, gzip", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked, identity", "0\r\n\r\n"),
                        post(
                                "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
                                "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked\r\nTransfer-Encoding: x", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked\r\nTransfer-encoding: cow", "0\r\n\r\n"),
                        post("Transfer-Encoding: gzip, chunked, gzip", "0\r\n\r\n"))
                .rule("The list is well-formed, without empty elements and parameters.")
                .answers(echo("body=hello"), chunked("5\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        TRANSFER_CODING,
                        post("Transfer-Encoding:", "0\r\n\r\n"),
                        post("Transfer-Encoding: ,", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked,", "0\r\n\r\n"),
                        post("Transfer-Encoding: ,chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked, ", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked;q=1", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked;", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked ; a=b", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: chun ked", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked\tx", "0\r\n\r\n"),
                        post("Transfer-Encoding: x chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked\u00a0", "0\r\n\r\n"),
                        post("Transfer-Encoding: \u00a0chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked\u0085", "0\r\n\r\n"),
                        post("Transfer-Encoding: @", "0\r\n\r\n"),
                        post("Transfer-Encoding: [chunked]", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked=", "0\r\n\r\n"),
                        post("Transfer-Encoding: \"chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: : chunked", "0\r\n\r\n"),
                        post(
                                "Transfer-Encoding: \u017fchunked"
                                        .replace("\u017f", "\u00c5\u00bf"),
                                "0\r\n\r\n"),
                        post("Transfer-Encoding:\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked\r\nTransfer-Encoding:", "0\r\n\r\n"))
                .rule("HTTP/1.0 has no transfer codings.")
                .closes(
                        echo("body=hello"),
                        head("POST /app/echo HTTP/1.0", "Content-Length: 5") + "hello")
                .refuses(
                        TRANSFER_CODING,
                        head("POST /app/echo HTTP/1.0", "Transfer-Encoding: chunked") + "0\r\n\r\n",
                        head(
                                        "POST /app/echo HTTP/1.0",
                                        "Host: a",
                                        "Connection: keep-alive",
                                        "Transfer-Encoding: chunked")
                                + "0\r\n\r\n",
                        head("POST /app/echo HTTP/1.0", "Transfer-Encoding: identity") + "x",
                        head("POST /app/echo HTTP/1.0", "Transfer-Encoding: gzip, chunked")
                                + "0\r\n\r\n")
                .refuses(
                        LENGTH_AND_CODING,
                        head(
                                        "POST /app/echo HTTP/1.0",
                                        "Content-Length: 5",
                                        "Transfer-Encoding: chunked")
                                + "0\r\n\r\n")
                .rule("A chunked body may come with every method.")
                .answers(
                        echo("GET /app/echo", "body=hello"),
                        request("GET", "/app/echo", "Transfer-Encoding: chunked")
                                + "5\r\nhello\r\n0\r\n\r\n")
                .answers(
                        echo("DELETE /app/echo", "body=hello"),
                        request("DELETE", "/app/echo", "Transfer-Encoding: chunked")
                                + "5\r\nhello\r\n0\r\n\r\n")
                .answers(
                        hello(),
                        request("GET", "/hello.txt", "Transfer-Encoding: chunked")
                                + "5\r\nhello\r\n0\r\n\r\n")
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
