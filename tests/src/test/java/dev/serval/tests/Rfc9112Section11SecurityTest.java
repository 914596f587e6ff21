package dev.serval.tests;

import static dev.serval.http.Refusal.CHUNK;
import static dev.serval.http.Refusal.FIELD_NAME;
import static dev.serval.http.Refusal.FIELD_VALUE;
import static dev.serval.http.Refusal.FIELD_WHITESPACE;
import static dev.serval.http.Refusal.LENGTH_AND_CODING;
import static dev.serval.http.Refusal.LINE_END;
import static dev.serval.http.Refusal.OBS_FOLD;
import static dev.serval.http.Refusal.TRANSFER_CODING;
import static dev.serval.http.Refusal.UNKNOWN_CODING;
import static dev.serval.tests.Message.chunked;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.post;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.status;
import static dev.serval.tests.ServerUnderTest.request;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §11.1 and §11.2: response splitting and request smuggling; security rules 3 and 17. */
@OnEveryWire
final class Rfc9112Section11SecurityTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §11.1")
                .rule(
                        "A value that would split the response is refused where the application"
                                + " sets it.")
                .answers(
                        status(200).content("set\n").with("X-T: a b"), get("/app/header?X-T=a%20b"))
                .answers(
                        status(200).content("set\n").with("X-T: a\tb"),
                        get("/app/header?X-T=a%09b"))
                .answers(
                        status(200).content("refused\n").without("X-T", "X-Smuggled"),
                        get("/app/header?X-T=a%0d%0aX-Smuggled:y"),
                        get("/app/header?X-T=a%0aX-Smuggled:y"),
                        get("/app/header?X-T=a%0dX-Smuggled:y"),
                        get("/app/header?X-T=a%00b"),
                        get("/app/header?X-T=%0d%0a%0d%0aX-Smuggled"),
                        get("/app/header?X-T=a%0d%0a%20b"),
                        get("/app/header?X-T=a%7f"),
                        get("/app/header?X-T=a%1b"),
                        get("/app/header?X-T=a%0b"))
                .rule("A name that would split the response is refused, too.")
                .answers(status(200).content("set\n").with("X-T!: a"), get("/app/header?X-T!=a"))
                .answers(
                        status(200).content("refused\n").without("X", "X-Smuggled"),
                        get("/app/header?X%0d%0aX-Smuggled=y"),
                        get("/app/header?X:%20y%0d%0aX-Smuggled=y"),
                        get("/app/header?X-Smuggled%20=y"),
                        get("/app/header?X-Smuggled%0a=y"),
                        get("/app/header?X%00=y"),
                        get("/app/header?X%e9=y"))
                .rule("A field without a name is not sent: Servlet 6.1 lets it have no effect.")
                .answers(
                        status(200).content("set\n").without("X-Smuggled", ""),
                        get("/app/header?=X-Smuggled"))
                .section("RFC 9112 §11.2")
                .rule("A length that a proxy may read otherwise is refused: CL.TE and TE.CL.")
                .answers(
                        echo("body=hello"),
                        post("Content-Length: 5", "hello"),
                        chunked("5\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        LENGTH_AND_CODING,
                        post(
                                "Content-Length: 13\r\nTransfer-Encoding: chunked",
                                "0\r\n\r\nSMUGGLED"),
                        post(
                                "Content-Length: 3\r\nTransfer-Encoding: chunked",
                                "8\r\nSMUGGLED\r\n0\r\n\r\n"),
                        post(
                                "Transfer-Encoding: chunked\r\nX: y\r\nContent-Length: 0",
                                "0\r\n\r\n"))
                .rule("A coding in disguise is refused, not overlooked: TE.TE.")
                .answers(echo("body=hello"), chunked("5\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        UNKNOWN_CODING,
                        post("Transfer-Encoding: xchunked\r\nContent-Length: 4", "5c\r\n")
                                .replace("Content-Length: 4\r\n", ""),
                        post("Transfer-Encoding: x\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunk", "0\r\n\r\n"))
                .refuses(
                        FIELD_WHITESPACE,
                        post("Transfer-Encoding : chunked\r\nContent-Length: 4", "5c\r\n"),
                        post("Transfer-Encoding\u0020\u0020: chunked", "0\r\n\r\n"))
                .refuses(
                        OBS_FOLD,
                        post("X: x\r\n Transfer-Encoding: chunked\r\nContent-Length: 5", "hello"),
                        post("Transfer-Encoding: x\r\n\tchunked", "0\r\n\r\n"))
                .refuses(
                        LINE_END,
                        post("X: x\nTransfer-Encoding: chunked\r\nContent-Length: 4", "5c\r\n"),
                        post("Content-Length: 5\nTransfer-Encoding: chunked", "hello"),
                        post("X: x\rContent-Length: 5", "hello"),
                        post("Transfer-Encoding: chunked\r\n\nX: y", "0\r\n\r\n"))
                .refuses(
                        FIELD_VALUE,
                        post("Transfer-Encoding: chunked\u000b", "0\r\n\r\n"),
                        post("Transfer-Encoding: \0chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked\u007f", "0\r\n\r\n"),
                        post("Content-Length: \u000b5", "hello"),
                        post("Content-Length: 5\f", "hello"))
                .refuses(
                        FIELD_NAME,
                        post("Transfer\u000bEncoding: chunked", "0\r\n\r\n"),
                        post("\0Transfer-Encoding: chunked", "0\r\n\r\n"),
                        post("Transfer-Encoding\u0000: chunked", "0\r\n\r\n"),
                        post("Content-Length\r: 5".replace("\r", "\u0085"), "hello"),
                        post("[Content-Length]: 5", "hello"))
                .refuses(
                        TRANSFER_CODING,
                        post("Transfer-Encoding: chunked\u00e9", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked\r\nTransfer-Encoding: cow", "0\r\n\r\n"),
                        post("Transfer-Encoding: {chunked}", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked;a=\"b", "0\r\n\r\n"),
                        post("Transfer-Encoding: chunked\tchunked", "0\r\n\r\n"))
                .rule("A chunk that readers end at different places is refused.")
                .answers(echo("body=hello"), chunked("5\r\nhello\r\n0\r\n\r\n"))
                .refuses(
                        CHUNK,
                        chunked("0\r\r\n\r\n"),
                        chunked("2\r\r\n;a\r\n02\r\n41\r\n0\r\n\r\n"),
                        chunked("1;\nxx\r\n0\r\n\r\n"),
                        chunked("5\r\nhello\r\n0;\n\r\n\r\n"),
                        chunked(
                                "100000005\r\nhello\r\n0\r\n\r\n"
                                        .replace("100000005", "1".repeat(17))),
                        chunked("5;ext=\"\r\nhello\"\r\n0\r\n\r\n"),
                        chunked("0 \r\n\r\n"),
                        chunked("00x0\r\n\r\n"),
                        chunked("0;a=b\rX\r\n\r\n"))
                .rule("A request in a body is never answered.")
                .answers(
                        echo("POST /app/echo"),
                        post("Content-Length: " + get("/hello.txt").length(), get("/hello.txt")),
                        chunked("2c\r\n" + get("/hello.txt") + "\r\n0\r\n\r\n"))
                .answers(
                        status(404),
                        request("GET", "/missing", "Content-Length: " + get("/hello.txt").length())
                                + get("/hello.txt"))
                .answers(
                        status(200).toHead(),
                        request(
                                        "HEAD",
                                        "/hello.txt",
                                        "Content-Length: " + get("/hello.txt").length())
                                + get("/hello.txt"))
                .answers(
                        status(200),
                        request("OPTIONS", "*", "Content-Length: " + get("/hello.txt").length())
                                + get("/hello.txt"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
