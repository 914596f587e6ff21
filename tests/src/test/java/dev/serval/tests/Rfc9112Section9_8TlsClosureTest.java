package dev.serval.tests;

import static dev.serval.http.Refusal.BODY_CUT;
import static dev.serval.tests.Message.chunked;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.post;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * RFC 9112 §9.8: streams that end without a word about it; without TLS that is how every stream
 * ends.
 */
@OnEveryWire
final class Rfc9112Section9_8TlsClosureTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §9.8")
                .rule(
                        "An end without closure alert is the end of the stream: what is whole by"
                                + " itself is answered, what is cut is not.")
                .truncates(get("/hello.txt"), hello())
                .truncates(get("/app/echo") + get("/hello.txt"), echo(), hello())
                .truncates(post("Content-Length: 5", "hello"), echo("body=hello"))
                .truncates(chunked("5\r\nhello\r\n0\r\n\r\n"), echo("body=hello"))
                .truncates(get("/hello.txt") + "GET /app/echo HTTP/1.1\r\nHost: a\r\n", hello())
                .truncates(
                        post("Content-Length: 10", "hello"),
                        Reply.refused(BODY_CUT).connection("close"))
                .truncates(
                        chunked("5\r\nhello\r\n0\r\n"), Reply.refused(BODY_CUT).connection("close"))
                .truncates("GET /hello.txt HTTP/1.1\r\nHost: a\r\n")
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
