package dev.serval.tests;

import static dev.serval.http.Refusal.HEADERS_TOO_LARGE;
import static dev.serval.http.Refusal.METHOD_TOKEN;
import static dev.serval.http.Refusal.REQUEST_LINE;
import static dev.serval.http.Refusal.TARGET;
import static dev.serval.http.Refusal.TARGET_TOO_LONG;
import static dev.serval.http.Refusal.VERSION_SYNTAX;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.line;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;
import static dev.serval.tests.ServerUnderTest.request;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * RFC 9112 §3 and §3.1: the request line and its method; RFC 9112 §3 on long targets; security
 * rules 8 and 10.
 */
@OnEveryWire
final class Rfc9112Section3RequestLineTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §3")
                .rule("Method, target and version are divided by one space each.")
                .answers(hello(), line("GET /hello.txt HTTP/1.1"))
                .refuses(
                        REQUEST_LINE,
                        line("GET"),
                        line("GET "),
                        line("GET  /hello.txt HTTP/1.1"),
                        line("GET\t/hello.txt HTTP/1.1"),
                        line("GET /hello.txt\tHTTP/1.1"),
                        line("GET /hello.txt  HTTP/1.1"),
                        line("GET \t/hello.txt HTTP/1.1"),
                        line("\tGET /hello.txt HTTP/1.1"),
                        line(" GET /hello.txt HTTP/1.1"),
                        line(" / HTTP/1.1"))
                .refuses(
                        VERSION_SYNTAX,
                        line("GET /hello txt HTTP/1.1"),
                        line("GET / /hello.txt HTTP/1.1"))
                .refuses(
                        METHOD_TOKEN,
                        line("GET\u000b/hello.txt HTTP/1.1"),
                        line("GET\f/hello.txt HTTP/1.1"),
                        line("GET\u00a0/hello.txt HTTP/1.1"))
                .refuses(
                        TARGET,
                        line("GET /hello.txt\u000bHTTP/1.1"),
                        line("GET /hello.txt\fHTTP/1.1"),
                        line("GET /hello.txt\u00a0HTTP/1.1"))
                .rule(
                        "A target that is longer than the limit for the head is 414, however it"
                                + " goes on.")
                .answers(echo(), get("/app/echo?" + "a".repeat(7000)))
                .refuses(
                        TARGET_TOO_LONG,
                        get("/" + "a".repeat(9000)),
                        get("/?" + "a".repeat(9000)),
                        "GET /" + "a".repeat(20_000),
                        "GET http://a/" + "b".repeat(9000),
                        get("/" + "%41".repeat(3000)))
                .rule("A method that does not end within the limit is refused as too large a head.")
                .answers(
                        echo("X".repeat(7000) + " /app/echo"),
                        request("X".repeat(7000), "/app/echo"))
                .refuses(HEADERS_TOO_LARGE, request("X".repeat(9000), "/app/echo"))
                .section("RFC 9112 §3.1")
                .rule("A method is a token.")
                .answers(
                        echo("M!#$%&'*+-.^_`|~09az /app/echo"),
                        line("M!#$%&'*+-.^_`|~09az /app/echo HTTP/1.1"))
                .answers(echo("1 /app/echo"), line("1 /app/echo HTTP/1.1"))
                .refuses(
                        METHOD_TOKEN,
                        line("G@T / HTTP/1.1"),
                        line("GE(T / HTTP/1.1"),
                        line("GET) / HTTP/1.1"),
                        line("GET: / HTTP/1.1"),
                        line("\"GET\" / HTTP/1.1"),
                        line("G\u00c9T / HTTP/1.1"),
                        line("G\0T / HTTP/1.1"),
                        line("G\u007fT / HTTP/1.1"),
                        line("G/T / HTTP/1.1"),
                        line("GET, / HTTP/1.1"),
                        line("G;T / HTTP/1.1"),
                        line("G=T / HTTP/1.1"),
                        line("G[T / HTTP/1.1"),
                        line("G{T / HTTP/1.1"),
                        line("G\\T / HTTP/1.1"),
                        line("G<T / HTTP/1.1"),
                        line("G?T / HTTP/1.1"),
                        line("\u0001 / HTTP/1.1"))
                .rule("A method is compared with regard to case: get is another one than GET.")
                .answers(hello(), line("GET /hello.txt HTTP/1.1"))
                .answers(
                        status(405).with("Allow: GET, HEAD, OPTIONS"),
                        line("get /hello.txt HTTP/1.1"),
                        line("Get /hello.txt HTTP/1.1"),
                        line("GETS /hello.txt HTTP/1.1"),
                        line("GE /hello.txt HTTP/1.1"),
                        line("hEAD /hello.txt HTTP/1.1"))
                .rule("A method that is not known reaches the servlet as it is.")
                .answers(echo("BREW /app/echo"), line("BREW /app/echo HTTP/1.1"))
                .answers(echo("get /app/echo"), line("get /app/echo HTTP/1.1"))
                .answers(echo("M-SEARCH /app/echo"), line("M-SEARCH /app/echo HTTP/1.1"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
