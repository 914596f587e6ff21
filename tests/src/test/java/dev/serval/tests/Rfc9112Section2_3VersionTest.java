package dev.serval.tests;

import static dev.serval.http.Refusal.HOST;
import static dev.serval.http.Refusal.REQUEST_LINE;
import static dev.serval.http.Refusal.VERSION;
import static dev.serval.http.Refusal.VERSION_SYNTAX;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Message.line;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.tests.Reply.Framing;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §2.3 and RFC 9110 §2.5: versions. */
@OnEveryWire
final class Rfc9112Section2_3VersionTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §2.3")
                .rule("The version is HTTP/, a digit, a dot, a digit, and nothing else.")
                .answers(echo("protocol=HTTP/1.1"), line("GET /app/echo HTTP/1.1"))
                .refuses(
                        VERSION_SYNTAX,
                        line("GET / http/1.1"),
                        line("GET / Http/1.1"),
                        line("GET / HTTX/1.1"),
                        line("GET / HTTP/1"),
                        line("GET / HTTP/1."),
                        line("GET / HTTP/.1"),
                        line("GET / HTTP/11"),
                        line("GET / HTTP/1.10"),
                        line("GET / HTTP/01.1"),
                        line("GET / HTTP/1.x"),
                        line("GET / HTTP/x.1"),
                        line("GET / HTTP/1.1x"),
                        line("GET / HTTP1.1"),
                        line("GET / HTTP/+1.1"),
                        line("GET / HTTP/-1.1"),
                        line("GET / HTTP/1,1"),
                        line("GET / HTTP/1.1.1"),
                        line("GET / HTTPS/1.1"),
                        line("GET / HTTP//1.1"),
                        line("GET / HTTP\\1.1"),
                        line("GET / HTTP/1.1\0"),
                        line("GET / HTTP/\u00b9.1"),
                        line("GET / ICY/1.0"))
                .rule("No white space stands within or behind the version.")
                .answers(hello(), line("GET /hello.txt HTTP/1.1"))
                .refuses(
                        REQUEST_LINE,
                        line("GET / HTTP/1.1 "),
                        line("GET / HTTP/1.1\t"),
                        line("GET / HTTP/ 1.1"),
                        line("GET / HTTP /1.1"),
                        line("GET / HTTP/1. 1"),
                        line("GET / HTTP/1.1 x"))
                .rule("There is no HTTP/0.9: a request line has a version.")
                .answers(hello(), line("GET /hello.txt HTTP/1.1"))
                .refuses(REQUEST_LINE, "GET /hello.txt\r\n", "GET /\r\n\r\n")
                .refuses(VERSION_SYNTAX, "GET /hello.txt \r\n")
                .rule("Another major version than 1 is refused.")
                .answers(echo("protocol=HTTP/1.1"), line("GET /app/echo HTTP/1.1"))
                .refuses(
                        VERSION,
                        line("GET / HTTP/0.9"),
                        line("GET / HTTP/0.0"),
                        line("GET / HTTP/2.0"),
                        line("GET / HTTP/2.1"),
                        line("GET / HTTP/3.0"),
                        line("GET / HTTP/9.9"),
                        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
                .section("RFC 9110 §2.5")
                .rule(
                        "A higher minor version is taken as 1.1: the connection is kept, and Host"
                                + " is required.")
                .answers(
                        echo("protocol=HTTP/1.1"),
                        line("GET /app/echo HTTP/1.2"),
                        line("GET /app/echo HTTP/1.9"))
                .refuses(HOST, head("GET /app/echo HTTP/1.2"))
                .rule(
                        "An HTTP/1.0 client gets a response of HTTP/1.1 without chunks, and the end"
                                + " of the connection.")
                .closes(
                        echo("protocol=HTTP/1.0"),
                        head("GET /app/echo HTTP/1.0"),
                        line("GET /app/echo HTTP/1.0"))
                .closes(
                        status(200).content("first,second,third").framed(Framing.CLOSE),
                        head("GET /app/chunked HTTP/1.0", "X: y"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }

    @Test
    void neverSendsChunksToHttp10() throws IOException {
        RawResponse response =
                server.exchange(head("GET /app/chunked HTTP/1.0", "Connection: keep-alive"));
        assertThat(response.text()).isEqualTo("first,second,third");
        assertThat(response.field("Transfer-Encoding")).isNull();
        assertThat(response.field("Connection")).isEqualTo("close");
    }
}
