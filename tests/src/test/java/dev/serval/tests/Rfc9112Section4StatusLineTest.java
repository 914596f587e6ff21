package dev.serval.tests;

import static dev.serval.http.Refusal.TARGET_TOO_LONG;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Message.line;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §4 and RFC 9110 §15: status lines. */
@OnEveryWire
final class Rfc9112Section4StatusLineTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §4")
                .rule(
                        "A status line is version, code and phrase, each behind a space; the last"
                                + " space stays without a phrase.")
                .answers(status(200).content("body\n"), get("/app/status?200"))
                .answers(status(299).content("body\n"), get("/app/status?299"))
                .answers(status(599).content("body\n"), get("/app/status?599"))
                .rule("The version is the server's own, whatever the client speaks.")
                .closes(hello(), head("GET /hello.txt HTTP/1.0"))
                .answers(hello(), line("GET /hello.txt HTTP/1.9"))
                .section("RFC 9110 §15")
                .rule("A status that an application sets is sent with its phrase and content.")
                .answers(status(201).content("body\n"), get("/app/status?201"))
                .answers(status(202).content("body\n"), get("/app/status?202"))
                .answers(status(203).content("body\n"), get("/app/status?203"))
                .answers(status(206).content("body\n"), get("/app/status?206"))
                .answers(status(302).content("body\n"), get("/app/status?302"))
                .answers(status(307).content("body\n"), get("/app/status?307"))
                .answers(status(400).content("body\n"), get("/app/status?400"))
                .answers(status(403).content("body\n"), get("/app/status?403"))
                .answers(status(404).content("body\n"), get("/app/status?404"))
                .answers(status(409).content("body\n"), get("/app/status?409"))
                .answers(status(410).content("body\n"), get("/app/status?410"))
                .answers(status(413).content("body\n"), get("/app/status?413"))
                .answers(status(418).content("body\n"), get("/app/status?418"))
                .answers(status(422).content("body\n"), get("/app/status?422"))
                .answers(status(429).content("body\n"), get("/app/status?429"))
                .answers(status(500).content("body\n"), get("/app/status?500"))
                .answers(status(503).content("body\n"), get("/app/status?503"))
                .section("RFC 9110 §15.4.3")
                .rule("A redirect has a Location, and its connection goes on.")
                .answers(status(302).with("Location: /dir/", "Content-Length: 0"), get("/dir"))
                .answers(status(302).with("Location: /dir/?a=b"), get("/dir?a=b"))
                .answers(status(302).with("Location: /app/"), get("/app"))
                .section("RFC 9110 §15.5.6")
                .rule("A 405 says which methods are allowed.")
                .answers(
                        status(405).with("Allow: GET, HEAD, OPTIONS"),
                        request("PUT", "/hello.txt"),
                        request("DELETE", "/hello.txt"),
                        request("POST", "/hello.txt"),
                        request("PATCH", "/hello.txt"),
                        request("PROPFIND", "/hello.txt"),
                        request("BREW", "/dir/index.html"))
                .answers(hello(), get("/hello.txt"))
                .section("RFC 9110 §15.5.15")
                .rule("A target that is too long is 414 and not another error.")
                .answers(hello(), get("/hello.txt?" + "a".repeat(8000)))
                .refuses(TARGET_TOO_LONG, get("/hello.txt?" + "a".repeat(8192)))
                .section("RFC 9110 §15.6.1")
                .rule("What an application throws is 500, and tells nothing of it.")
                .answers(
                        status(500)
                                .with("Content-Type: text/html;charset=utf-8")
                                .without("Server", "X-Powered-By")
                                .hides("internal detail", "script", "exception", "\tat ", "serval"),
                        get("/app/throw"))
                .answers(status(500), request("POST", "/app/throw", "Content-Length: 5") + "hello")
                .answers(status(500).toHead(), request("HEAD", "/app/throw"))
                .answers(hello(), get("/hello.txt"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }

    @Test
    void thePhrasesAreThose() throws IOException {
        assertThat(server.get("/app/status?413").statusLine())
                .isEqualTo("HTTP/1.1 413 Content Too Large");
        assertThat(server.get("/app/status?299").statusLine()).isEqualTo("HTTP/1.1 299 ");
    }
}
