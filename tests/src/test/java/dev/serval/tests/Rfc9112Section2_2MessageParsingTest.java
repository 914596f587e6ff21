package dev.serval.tests;

import static dev.serval.http.Refusal.FIELD_NAME;
import static dev.serval.http.Refusal.FIELD_WHITESPACE;
import static dev.serval.http.Refusal.LINE_END;
import static dev.serval.http.Refusal.METHOD_TOKEN;
import static dev.serval.http.Refusal.REQUEST_LINE;
import static dev.serval.http.Refusal.VERSION_SYNTAX;
import static dev.serval.tests.Message.fields;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.line;
import static dev.serval.tests.Message.post;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §2.2: lines, their ends, and what may stand before them; security rules 8 and 11. */
@OnEveryWire
final class Rfc9112Section2_2MessageParsingTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §2.2")
                .rule("A line ends in CRLF: a bare LF is refused.")
                .answers(hello(), get("/hello.txt"))
                .refuses(
                        LINE_END,
                        "GET / HTTP/1.1\nHost: a\r\n\r\n",
                        "GET / HTTP/1.1\r\nHost: a\nX: y\r\n\r\n",
                        "GET / HTTP/1.1\r\nHost: a\r\n\n",
                        "GET / HTTP/1.1\nHost: a\n\n",
                        "GET\n/ HTTP/1.1\r\nHost: a\r\n\r\n",
                        "GET /\n HTTP/1.1\r\nHost: a\r\n\r\n",
                        "GET /?x\n HTTP/1.1\r\nHost: a\r\n\r\n",
                        "GET / HTTP\n/1.1\r\nHost: a\r\n\r\n",
                        "GET / HTTP/1.1\r\nHost\n: a\r\n\r\n",
                        "GET / HTTP/1.1\r\nHost:\na\r\n\r\n",
                        "GET / HTTP/1.1\r\nHost: a\r\nX: y\n\r\n\r\n")
                .rule("A bare CR is no line end and no part of an element.")
                .answers(hello(), get("/hello.txt", "X: y"))
                .refuses(
                        LINE_END,
                        "GET / HTTP/1.1\rHost: a\r\n\r\n",
                        "GET / HTTP/1.1\r\nHost: a\rX: y\r\n\r\n",
                        "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n",
                        "GET / HTTP/1.1\r\nHost: a\r\n\rX",
                        "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n")
                .refuses(
                        REQUEST_LINE,
                        "GET /\rx HTTP/1.1\r\nHost: a\r\n\r\n",
                        "GET\r/ HTTP/1.1\r\nHost: a\r\n\r\n",
                        "GET /?\rx HTTP/1.1\r\nHost: a\r\n\r\n")
                .refuses(FIELD_NAME, "GET / HTTP/1.1\r\nHo\rst: a\r\n\r\n")
                .refuses(VERSION_SYNTAX, "GET / HTTP\r/1.1\r\nHost: a\r\n\r\n")
                .rule("Up to four empty lines before a request line are ignored.")
                .answers(
                        hello(),
                        "\r\n" + get("/hello.txt"),
                        "\r\n\r\n" + get("/hello.txt"),
                        "\r\n\r\n\r\n\r\n" + get("/hello.txt"))
                .answersAll(
                        get("/hello.txt") + "\r\n" + get("/app/echo"),
                        hello(),
                        echo("GET /app/echo"))
                .answersAll(
                        post("Content-Length: 1", "x\r\n") + get("/hello.txt"),
                        echo("body=x"),
                        hello())
                .refuses(
                        REQUEST_LINE,
                        "\r\n\r\n\r\n\r\n\r\n" + get("/hello.txt"),
                        "\r\n".repeat(2000) + get("/hello.txt"))
                .rule("An empty line before a request line ends in CRLF, too.")
                .answers(hello(), "\r\n\r\n\r\n" + get("/hello.txt"))
                .refuses(
                        LINE_END,
                        "\n" + get("/hello.txt"),
                        "\r" + get("/hello.txt"),
                        "\r\r\n" + get("/hello.txt"),
                        "\r\n\n" + get("/hello.txt"),
                        "\r\n\r" + get("/hello.txt"))
                .rule("White space before the first field is refused, and so is all before it.")
                .answers(echo("[X][y]"), fields("X: y"))
                .refuses(
                        FIELD_WHITESPACE,
                        "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
                        "GET / HTTP/1.1\r\n\tHost: a\r\n\r\n",
                        "GET / HTTP/1.1\r\n \r\nHost: a\r\n\r\n",
                        "GET / HTTP/1.1\r\n  X: y\r\nHost: a\r\n\r\n")
                .rule("What is no HTTP message at all gets a 400 and the end.")
                .answers(hello(), get("/hello.txt", "X: \u00e9"))
                .refuses(
                        METHOD_TOKEN,
                        "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc",
                        "\0\0\0\0",
                        "\u00ff\u00fe",
                        "{\"json\": true}\r\n\r\n",
                        "<xml/>\r\n\r\n")
                .refuses(
                        REQUEST_LINE,
                        " \r\n\r\n",
                        "\t\r\n\r\n",
                        " GET / HTTP/1.1\r\nHost: a\r\n\r\n",
                        "hello\r\n\r\n")
                .rule(
                        "A message is read as octets: other characters than ASCII are not decoded"
                                + " before it is parsed.")
                .answers(echo("[X][\u00e4\u00ff\u0080]"), fields("X: \u00e4\u00ff\u0080"))
                .refuses(FIELD_NAME, fields("\u00e4: y"), fields("X\u008d: y"))
                .refuses(METHOD_TOKEN, line("G\u0085ET / HTTP/1.1"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }

    @Test
    void rule11DeliversTheRefusalThoughMuchMoreWasSent() throws IOException {
        // Without a lingering close the unread bytes make the kernel reset the connection.
        try (RawClient client = server.connect()) {
            client.send("GET / HTTP/9\r\n\r\n" + "x".repeat(400_000));
            Refused.assertRefusal(client.response(), VERSION_SYNTAX);
            client.assertClosed();
        }
    }

    @Test
    void answersTheRequestBeforeTheMalformedOne() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(get("/hello.txt") + "B@D / HTTP/1.1\r\n\r\n");
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
            Refused.assertRefusal(client.response(), METHOD_TOKEN);
            client.assertClosed();
        }
    }
}
