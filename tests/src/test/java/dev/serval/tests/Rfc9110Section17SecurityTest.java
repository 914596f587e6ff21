package dev.serval.tests;

import static dev.serval.http.Refusal.HEADERS_TOO_LARGE;
import static dev.serval.http.Refusal.PATH;
import static dev.serval.http.Refusal.REQUEST_LINE;
import static dev.serval.http.Refusal.TARGET_TOO_LONG;
import static dev.serval.http.Refusal.TOO_MANY_HEADERS;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;
import static dev.serval.tests.ServerUnderTest.request;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * RFC 9110 §17: what binds a server of attacks by names of files, by length, and of what it tells;
 * security rules 10, 12 to 14 and 17.
 */
@OnEveryWire
final class Rfc9110Section17SecurityTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9110 §17.3")
                .rule("A path never leads out of the root, nor to what is hidden in it.")
                .answers(
                        hello(),
                        get("/dir/../hello.txt"),
                        get("/./hello.txt"),
                        get("//hello.txt"),
                        get("/hello.txt;a=b"))
                .answers(
                        status(404).without("ETag"),
                        get("/WEB-INF/secret.txt"),
                        get("/web-inf/secret.txt"),
                        get("/META-INF/secret.txt"),
                        get("/WEB-INF"),
                        get("/dir/../WEB-INF/secret.txt"),
                        get("/link-out.txt"),
                        get("/link-dir-out/secret.txt"),
                        get("/link-web-inf/secret.txt"),
                        get("/bare/"),
                        get("/HELLO.TXT"),
                        get("/hello.txt."),
                        get("/hello.txt%20"))
                .refuses(
                        PATH,
                        get("/../secret.txt"),
                        get("/dir/../../secret.txt"),
                        get("/%2e%2e/secret.txt"),
                        get("/..%2fsecret.txt"),
                        get("/..%5csecret.txt"),
                        get("/%c0%ae%c0%ae/secret.txt"),
                        get("/hello.txt%00.html"),
                        get("/..;/secret.txt"),
                        get("/dir/..;x/hello.txt"),
                        get("/;/WEB-INF/secret.txt"),
                        get("/%u002e/"))
                .section("RFC 9110 §17.5")
                .rule("Every part of a message that a client chooses the length of has a limit.")
                .answers(hello(), get("/hello.txt", "X: " + "y".repeat(8000)))
                .refuses(TARGET_TOO_LONG, get("/" + "a".repeat(100_000)))
                .refuses(
                        HEADERS_TOO_LARGE,
                        get("/", "X: " + "y".repeat(100_000)),
                        request("A".repeat(100_000), "/"))
                .refuses(TOO_MANY_HEADERS, get("/", "X: y\r\n".repeat(100) + "Y: z"))
                .refuses(REQUEST_LINE, "\r\n".repeat(50_000) + get("/"))
                .section("RFC 9110 §17.13")
                .rule("Nothing tells product or version.")
                .answers(hello().without("Server", "X-Powered-By", "Via"), get("/hello.txt"))
                .answers(
                        status(200).content("ignored\n").without("Server", "X-Powered-By", "Via"),
                        get("/app/ignore"))
                .answers(status(404).without("Server", "X-Powered-By", "Via"), get("/missing"))
                .answers(status(500).without("Server", "X-Powered-By", "Via"), get("/app/throw"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
