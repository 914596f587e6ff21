package dev.serval.tests;

import static dev.serval.http.Refusal.CONTENT_LENGTH;
import static dev.serval.http.Refusal.FIELD_NAME;
import static dev.serval.http.Refusal.FIELD_VALUE;
import static dev.serval.http.Refusal.FIELD_WHITESPACE;
import static dev.serval.http.Refusal.HEADERS_TOO_LARGE;
import static dev.serval.http.Refusal.HOST;
import static dev.serval.http.Refusal.LENGTH_AND_CODING;
import static dev.serval.http.Refusal.LINE_END;
import static dev.serval.http.Refusal.OBS_FOLD;
import static dev.serval.http.Refusal.TOO_MANY_HEADERS;
import static dev.serval.http.Refusal.TRANSFER_CODING;
import static dev.serval.tests.Message.fields;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Message.line;
import static dev.serval.tests.Message.post;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §5, §5.1, §5.2 and RFC 9110 §5: names and values of fields; security rule 8. */
@OnEveryWire
final class Rfc9112Section5FieldSyntaxTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §5.1")
                .rule("No white space stands between a name and its colon.")
                .answers(echo("[X][y]"), fields("X: y"), fields("X:y"))
                .refuses(
                        FIELD_WHITESPACE,
                        fields("X : y"),
                        fields("X\t: y"),
                        fields("X  \t : y"),
                        fields("X y"),
                        fields("X Y: z"),
                        fields("X :"),
                        post("Content-Length : 5", "hello"),
                        post("Transfer-Encoding : chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding\t: chunked", "0\r\n\r\n"),
                        head("GET / HTTP/1.1", "Host : a"))
                .rule("A field line has a name and a colon.")
                .answers(echo("[X][]"), fields("X:"))
                .refuses(
                        FIELD_NAME,
                        fields(": y"),
                        fields("X"),
                        fields(":"),
                        fields("X\0"),
                        fields("=y"))
                .rule("White space around a value is no part of it.")
                .answers(
                        echo("[X][b]"),
                        fields("X: b"),
                        fields("X: \t b\t  "),
                        fields("X:b "),
                        fields("X:\tb"))
                .answers(echo("[X][a \t b]"), fields("X: a \t b"))
                .answers(echo("[X][]"), fields("X: \t "), fields("X:"), fields("X:  "))
                .section("RFC 9112 §5.2")
                .rule("A folded value is refused, not joined.")
                .answers(echo("[X][y]", "[Z][1]"), fields("X: y", "Z: 1"))
                .refuses(
                        OBS_FOLD,
                        fields("X: y\r\n z"),
                        fields("X: y\r\n\tz"),
                        fields("X: y\r\n \r\nZ: 1"),
                        fields("X:\r\n y"),
                        fields("X: y\r\n \tz\r\n w"),
                        post("Content-Length: 5\r\n 5", "hello"),
                        post("Transfer-Encoding:\r\n chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked\r\n , identity", "0\r\n\r\n"),
                        head("GET / HTTP/1.1", "Host: a\r\n b"),
                        fields("X: y\r\n Content-Length: 5"))
                .refuses(CONTENT_LENGTH, post("Content-Length:\r\n 5", "hello"))
                .section("RFC 9110 §5.1")
                .rule("A field name is a token.")
                .answers(echo("[!#$%&'*+-.^_`|~09azAZ][v]"), fields("!#$%&'*+-.^_`|~09azAZ: v"))
                .answers(echo("[1][v]"), fields("1: v"))
                .refuses(
                        FIELD_NAME,
                        fields("X(: y"),
                        fields("X): y"),
                        fields("X/Y: z"),
                        fields("X@: y"),
                        fields("X[1]: y"),
                        fields("\"X\": y"),
                        fields("X,Y: z"),
                        fields("X=Y: z"),
                        fields("X;Y: z"),
                        fields("X<Y>: z"),
                        fields("X?: z"),
                        fields("X\\: z"),
                        fields("X{: z"),
                        fields("X}: z"),
                        fields("X\0: y"),
                        fields("X\u00e9: y"),
                        fields("X\u0001: y"),
                        fields("X\u000b: y"),
                        fields("X\u007f: y"),
                        fields("\u00a0X: y"),
                        post("Content-Length\0: 5", "hello"),
                        post("Transfer-Encoding\u000b: chunked", "0\r\n\r\n"),
                        post("Content-Length\u00a0: 5", "hello"))
                .rule("Names are compared without regard to case.")
                .answers(echo("[X-A][1, 2]"), fields("X-A: 1", "x-a: 2"))
                .answers(
                        echo("body=hello"),
                        post("cOnTeNt-LeNgTh: 5", "hello"),
                        post("TRANSFER-ENCODING: chunked", "5\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        LENGTH_AND_CODING,
                        post("content-length: 5\r\nTRANSFER-encoding: chunked", "0\r\n\r\n"))
                .rule("A name that only looks like one that frames a message does not frame it.")
                .answers(
                        echo("body="),
                        post("Content_Length: 5", ""),
                        post("ContentLength: 5", ""),
                        post("X-Content-Length: 5", ""),
                        post("Content-Length2: 5", ""),
                        post("Transfer_Encoding: chunked", ""),
                        post("Transfer-Encodin: chunked", ""),
                        post("X-Transfer-Encoding: chunked", ""))
                .section("RFC 9110 §5.3")
                .rule("Fields of one name keep their order.")
                .answers(
                        echo("[X-A][1, 2, 3]"),
                        fields("X-A: 1", "X-A: 2", "X-A: 3"),
                        fields("X-A: 1", "X-B: 9", "x-a: 2", "X-A: 3"))
                .rule(
                        "A field that may stand once only, and changes what the message is, is"
                                + " refused when it stands twice.")
                .answers(echo("body=hello"), post("Content-Length: 5", "hello"))
                .refuses(HOST, head("GET / HTTP/1.1", "Host: a", "X: y", "Host: b"))
                .refuses(
                        CONTENT_LENGTH,
                        post("Content-Length: 5\r\nX: y\r\nContent-Length: 6", "hello"))
                .section("RFC 9110 §5.4")
                .rule("Fields beyond a number, or a size, are refused with 431.")
                .answers(echo("[X][y]"), fields("X: y", "Y: z\r\n".repeat(97) + "Z: z"))
                .answers(echo(), fields("X: " + "a".repeat(8000)))
                .refuses(
                        TOO_MANY_HEADERS,
                        fields("X: y\r\n".repeat(99) + "Z: z"),
                        fields("X: y\r\n".repeat(500) + "Z: z"))
                .refuses(
                        HEADERS_TOO_LARGE,
                        fields("X: " + "a".repeat(9000)),
                        fields("a".repeat(9000) + ": x"),
                        fields("Cookie: a=" + "b".repeat(9000)),
                        fields(("X: " + "a".repeat(200) + "\r\n").repeat(60) + "Z: z"),
                        line("GET / HTTP/1.1").replace("\r\n\r\n", "\r\nX: " + "a".repeat(20_000)))
                .section("RFC 9110 §5.5")
                .rule("A value has no control characters but the tab.")
                .answers(echo("[X][a\tb]"), fields("X: a\tb"))
                .refuses(
                        FIELD_VALUE,
                        fields("X: a\0b"),
                        fields("X: \0"),
                        fields("X: a\u0001b"),
                        fields("X: a\bb"),
                        fields("X: a\u000bb"),
                        fields("X: a\fb"),
                        fields("X: \u0007"),
                        fields("X: \u001b[31m"),
                        fields("X: a\u001f"),
                        fields("X: a\u007f"),
                        post("Content-Length: 5\0", "hello"),
                        post("Transfer-Encoding: \u000bchunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked\f", "0\r\n\r\n"),
                        head("GET / HTTP/1.1", "Host: a\0"),
                        head("GET / HTTP/1.1", "Host: a\u0001"))
                .refuses(
                        LINE_END,
                        fields("X: a\rb"),
                        fields("X: a\nb"),
                        fields("X: \n"),
                        fields("X: a\r"),
                        fields("X: y\n z"))
                .rule("Characters beyond ASCII, and all marks, are opaque in a value.")
                .answers(echo("[X][\u00e9\u00ff]"), fields("X: \u00e9\u00ff"))
                .answers(echo("[X][a:b::c]"), fields("X: a:b::c"))
                .answers(echo("[X][<>()@,;:\\\"/[]?={}%]"), fields("X: <>()@,;:\\\"/[]?={}%"))
                .section("RFC 9110 §5.6.1")
                .rule("Empty elements of a list are ignored where a list is read.")
                .closes(
                        hello(),
                        get("/hello.txt", "Connection: ,close,"),
                        get("/hello.txt", "Connection: , ,\tclose"),
                        get("/hello.txt", "Connection: ,,,close"))
                .answers(
                        hello(),
                        get("/hello.txt", "Connection: ,"),
                        get("/hello.txt", "Connection: , x ,"))
                .section("RFC 9110 §5.6.4")
                .rule("A quoted string is passed on with its quotes.")
                .answers(echo("[X][\"a\\\"b\"]"), fields("X: \"a\\\"b\""))
                .answers(echo("[X][\"open]"), fields("X: \"open"))
                .rule("A quoted string is not the token that stands in it.")
                .answers(
                        hello(),
                        get("/hello.txt", "Connection: \"close\""),
                        get("/hello.txt", "Connection: \"x, close\"y"))
                .closes(hello(), get("/hello.txt", "Connection: close"))
                .refuses(TRANSFER_CODING, post("Transfer-Encoding: \"chunked\"", "0\r\n\r\n"))
                .refuses(CONTENT_LENGTH, post("Content-Length: \"5\"", "hello"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
