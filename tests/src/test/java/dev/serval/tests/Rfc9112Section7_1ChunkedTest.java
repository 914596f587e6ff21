package dev.serval.tests;

import static dev.serval.http.Refusal.CHUNK;
import static dev.serval.http.Refusal.EXTENSION_TOO_LARGE;
import static dev.serval.http.Refusal.TRAILER;
import static dev.serval.http.Refusal.TRAILER_TOO_LARGE;
import static dev.serval.tests.Message.chunked;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.tests.Reply.Framing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §7.1 with §7.1.1 to §7.1.3: the chunked coding, both ways; security rules 4 and 5. */
@OnEveryWire
final class Rfc9112Section7_1ChunkedTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §7.1")
                .rule(
                        "A chunk is its size in hexadecimal digits, CRLF, that many bytes, CRLF;"
                                + " one of size 0 is the last.")
                .answers(
                        echo("body=hello"),
                        chunked("5\r\nhello\r\n0\r\n\r\n"),
                        chunked("1\r\nh\r\n3\r\nell\r\n1\r\no\r\n0\r\n\r\n"),
                        chunked("0005\r\nhello\r\n000\r\n\r\n"),
                        chunked("0000000000000005\r\nhello\r\n0000000000000000\r\n\r\n"))
                .answers(
                        echo("body=0123456789ABCDEF"),
                        chunked("a\r\n0123456789\r\n6\r\nABCDEF\r\n0\r\n\r\n"),
                        chunked("A\r\n0123456789\r\n6\r\nABCDEF\r\n0\r\n\r\n"),
                        chunked("10\r\n0123456789ABCDEF\r\n0\r\n\r\n"))
                .answers(echo("body=0\r", ""), chunked("5\r\n0\r\n\r\n\r\n0\r\n\r\n"))
                .answers(echo("body="), chunked("0\r\n\r\n"))
                .answers(
                        echo("body=" + "y".repeat(40_960)),
                        chunked(("1000\r\n" + "y".repeat(4096) + "\r\n").repeat(10) + "0\r\n\r\n"))
                .refuses(
                        CHUNK,
                        chunked("+5\r\nhello\r\n0\r\n\r\n"),
                        chunked("-5\r\nhello\r\n0\r\n\r\n"),
                        chunked("-0\r\n\r\n"),
                        chunked("0x5\r\nhello\r\n0\r\n\r\n"),
                        chunked("0X5\r\nhello\r\n0\r\n\r\n"),
                        chunked("x5\r\nhello\r\n0\r\n\r\n"),
                        chunked("g\r\nhello\r\n0\r\n\r\n"),
                        chunked("5h\r\nhello\r\n0\r\n\r\n"),
                        chunked("0_5\r\nhello\r\n0\r\n\r\n"),
                        chunked("5.0\r\nhello\r\n0\r\n\r\n"),
                        chunked("5,5\r\nhello\r\n0\r\n\r\n"),
                        chunked("\"5\"\r\nhello\r\n0\r\n\r\n"),
                        chunked("\r\nhello\r\n0\r\n\r\n"),
                        chunked("\r\n0\r\n\r\n"),
                        chunked("\u00ef\u00bc\u0095\r\nhello\r\n0\r\n\r\n"),
                        chunked("\u00b9\r\nh\r\n0\r\n\r\n"),
                        chunked("5\0\r\nhello\r\n0\r\n\r\n"),
                        chunked("\0\r\nhello\r\n0\r\n\r\n"),
                        chunked("%35\r\nhello\r\n0\r\n\r\n"),
                        chunked("hello"),
                        chunked("GET / HTTP/1.1\r\n\r\n"))
                .rule("A size fits 63 bits in at most 16 digits.")
                .answers(echo("body=hello"), chunked("0000000000000005\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        CHUNK,
                        chunked("8000000000000000\r\nhello\r\n0\r\n\r\n"),
                        chunked("ffffffffffffffff\r\nhello\r\n0\r\n\r\n"),
                        chunked("10000000000000005\r\nhello\r\n0\r\n\r\n"),
                        chunked("f".repeat(40) + "\r\nhello\r\n0\r\n\r\n"),
                        chunked("00000000000000005\r\nhello\r\n0\r\n\r\n"),
                        chunked("0".repeat(20_000) + "5\r\nhello\r\n0\r\n\r\n"))
                .rule("No white space stands around a size.")
                .answers(echo("body=hello"), chunked("5\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        CHUNK,
                        chunked(" 5\r\nhello\r\n0\r\n\r\n"),
                        chunked("\t5\r\nhello\r\n0\r\n\r\n"),
                        chunked("5 \r\nhello\r\n0\r\n\r\n"),
                        chunked("5\t\r\nhello\r\n0\r\n\r\n"),
                        chunked("5\u000b\r\nhello\r\n0\r\n\r\n"),
                        chunked("5\f\r\nhello\r\n0\r\n\r\n"),
                        chunked("5\u00a0\r\nhello\r\n0\r\n\r\n"),
                        chunked("5\r\nhello\r\n 0\r\n\r\n"),
                        chunked("5\r\nhello\r\n0 \r\n\r\n"),
                        chunked("1 1\r\nh\r\n0\r\n\r\n"))
                .rule("The line of a chunk ends in CRLF.")
                .answers(echo("body=hello"), chunked("5\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        CHUNK,
                        chunked("5\nhello\r\n0\r\n\r\n"),
                        chunked("5\rhello\r\n0\r\n\r\n"),
                        chunked("5\r\r\nhello\r\n0\r\n\r\n"),
                        chunked("5\n\nhello\r\n0\r\n\r\n"),
                        chunked("5\n\rhello\r\n0\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\n\n"))
                .rule("The data of a chunk end in CRLF, exactly where the size says.")
                .answers(echo("body=hello"), chunked("5\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        CHUNK,
                        chunked("5\r\nhello\n0\r\n\r\n"),
                        chunked("5\r\nhello\r0\r\n\r\n"),
                        chunked("5\r\nhelloX\r\n0\r\n\r\n"),
                        chunked("5\r\nhello0\r\n\r\n"),
                        chunked("6\r\nhello\r\n0\r\n\r\n"),
                        chunked("5\r\nhello\r\r\n0\r\n\r\n"),
                        chunked("5\r\nhello\n\r\n0\r\n\r\n"),
                        chunked("5\r\nhelloXX0\r\n\r\n"),
                        chunked("5\r\nhello\r\n\r\n0\r\n\r\n"),
                        chunked("4\r\nhello\r\n0\r\n\r\n"),
                        chunked("2\r\nhello\r\n0\r\n\r\n"))
                .rule(
                        "A response whose length is not known is chunked, and each part arrives as"
                                + " it was flushed.")
                .answers(
                        status(200).framed(Framing.CHUNKED).content("first,second,third"),
                        get("/app/chunked"))
                .answers(
                        status(200)
                                .framed(Framing.CHUNKED)
                                .content(
                                        new String(
                                                TestApp.pattern(300_000),
                                                StandardCharsets.ISO_8859_1)),
                        get("/app/big?300000"))
                .section("RFC 9112 §7.1.1")
                .rule("Extensions are names, with or without a value, and are ignored.")
                .answers(
                        echo("body=hello"),
                        chunked("5;a=b\r\nhello\r\n0;c\r\n\r\n"),
                        chunked("5;a\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=b;c=d;e\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"b;c\"\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"\"\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"\\\"\"\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"b\";c=\"\td e\u00e9\"\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"\\\\\"\r\nhello\r\n0;x=\"y\"\r\n\r\n"),
                        chunked("5;!#$%&'*+-.^_`|~=1\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=0\r\nhello\r\n0;a=5\r\n\r\n"),
                        chunked("5;5=6\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        CHUNK,
                        chunked("5;=b\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;;a\r\nhello\r\n0\r\n\r\n"),
                        chunked(";a=b\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=b=c\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=b;\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=b,c\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a(b\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=b@c\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a\u00e9=b\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"b\"c\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=b\"c\"\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"b\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"b\\\r\n\"\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"\r\n\"\r\nhello\r\n0\r\n\r\n"))
                .rule(
                        "White space around an extension is refused, though the RFC lets a"
                                + " recipient pass it.")
                .answers(echo("body=hello"), chunked("5;a=b\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        CHUNK,
                        chunked("5 ;a=b\r\nhello\r\n0\r\n\r\n"),
                        chunked("5; a=b\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a =b\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a= b\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=b \r\nhello\r\n0\r\n\r\n"),
                        chunked("5\t;a\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"b\" \r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a\t\r\nhello\r\n0\r\n\r\n"))
                .rule("An extension hides no line end and no control character.")
                .answers(echo("body=hello"), chunked("5;a=\"b\tc\"\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        CHUNK,
                        chunked("5;a\n=b\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=b\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\rb\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=b\rX\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"\n\"\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"\r\"\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\0\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"\0\"\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"\u007f\"\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"\\\0\"\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;\nhello\r\n0\r\n\r\n"))
                .rule("All extensions of a body together have a limit.")
                .answers(
                        echo("body=hello"),
                        chunked("5;a=" + "b".repeat(8000) + "\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        EXTENSION_TOO_LARGE,
                        chunked("5;a=" + "b".repeat(9000) + "\r\nhello\r\n0\r\n\r\n"),
                        chunked("5;a=\"" + "b".repeat(9000) + "\"\r\nhello\r\n0\r\n\r\n"),
                        chunked("5" + ";a=b".repeat(3000) + "\r\nhello\r\n0\r\n\r\n"),
                        chunked(("1;a=" + "b".repeat(100) + "\r\nx\r\n").repeat(100) + "0\r\n\r\n"))
                .section("RFC 9112 §7.1.2")
                .rule("Trailers follow the last chunk; an empty line ends them.")
                .answers(
                        echo("body=hello"),
                        chunked("5\r\nhello\r\n0\r\nX-T: y\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nX-T: y\r\nX-U:\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nX-T:\t y \u00e9\r\n\r\n"),
                        chunked("5\r\nhello\r\n0;a=b\r\nX-T: y\r\n\r\n"))
                .refuses(
                        TRAILER,
                        chunked("5\r\nhello\r\n0\r\nX : y\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nX\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\n: y\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nX: y\r\n z\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\n X: y\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\n\tX: y\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nX: y\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nX: y\r\n\n"),
                        chunked("5\r\nhello\r\n0\r\n\n"),
                        chunked("5\r\nhello\r\n0\r\n\rX"),
                        chunked("5\r\nhello\r\n0\r\nX: \0\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nX: a\rb\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nX(: a\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nX\u00e9: a\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nX: \u007f\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nGET / HTTP/1.1\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\n5\r\nhello\r\n0\r\n\r\n"))
                .rule("Trailers have a limit in bytes and in number.")
                .answers(
                        echo("body=hello"),
                        chunked("5\r\nhello\r\n0\r\n" + "X: y\r\n".repeat(100) + "\r\n"),
                        chunked("5\r\nhello\r\n0\r\nX: " + "y".repeat(8000) + "\r\n\r\n"))
                .refuses(
                        TRAILER_TOO_LARGE,
                        chunked("5\r\nhello\r\n0\r\nX: " + "y".repeat(9000) + "\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\n" + "X: y\r\n".repeat(101) + "\r\n"),
                        chunked(
                                "5\r\nhello\r\n0\r\n"
                                        + ("X: " + "y".repeat(200) + "\r\n").repeat(50)
                                        + "\r\n"),
                        chunked("5\r\nhello\r\n0\r\n" + "x".repeat(20_000)))
                .section("RFC 9110 §6.5.1")
                .rule("A trailer never becomes a header and never touches framing.")
                .answers(
                        echo("body=hello", "[Transfer-Encoding][chunked]", "host=localhost:@port"),
                        chunked("5\r\nhello\r\n0\r\nContent-Length: 41\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nTransfer-Encoding: gzip\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nHost: other\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nConnection: close\r\n\r\n"),
                        chunked(
                                "5\r\n"
                                        + "hello\r\n"
                                        + "0\r\n"
                                        + "Content-Length: x\r\n"
                                        + "Host:\r\n"
                                        + "Expect: x\r\n\r\n"),
                        chunked("5\r\nhello\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n"))
                .section("RFC 9112 §7.1.3")
                .rule("What is decoded is the data of all chunks, and nothing of their framing.")
                .answers(echo("body=0"), chunked("1\r\n0\r\n0\r\n\r\n"))
                .answers(
                        echo("body=a;b=c\r", "x"), chunked("7\r\na;b=c\r\n\r\n1\r\nx\r\n0\r\n\r\n"))
                .answers(
                        echo("body=\r", "\r", "\r"),
                        chunked("2\r\n\r\n\r\n2\r\n\r\n\r\n1\r\n\r\r\n0\r\n\r\n"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }

    @Test
    void aChunkedResponseIsExactlyThis() throws IOException {
        RawResponse response = server.get("/app/chunked");
        String raw = new String(response.raw(), StandardCharsets.ISO_8859_1);
        assertThat(raw).endsWith("\r\n\r\n6\r\nfirst,\r\n7\r\nsecond,\r\n5\r\nthird\r\n0\r\n\r\n");
    }

    @Test
    void rule5ATrailerNeverBecomesAHeader() throws IOException {
        RawResponse response =
                server.exchange(chunked("5\r\nhello\r\n0\r\nX-Smuggled: 1\r\nHost: other\r\n\r\n"));
        assertThat(response.text()).doesNotContain("Smuggled").doesNotContain("other");
    }

    @Test
    void aBigChunkedResponseArrivesWhole() throws IOException {
        assertThat(server.get("/app/big?3000000").body()).isEqualTo(TestApp.pattern(3_000_000));
    }
}
