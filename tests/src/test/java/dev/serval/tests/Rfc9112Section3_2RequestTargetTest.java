package dev.serval.tests;

import static dev.serval.http.Refusal.CONNECT;
import static dev.serval.http.Refusal.HOST;
import static dev.serval.http.Refusal.PATH;
import static dev.serval.http.Refusal.TARGET;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Message.line;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * RFC 9112 §3.2: the four forms of a request target, and what they make of the request (§3.3);
 * security rule 12 where it binds the wire.
 */
@OnEveryWire
final class Rfc9112Section3_2RequestTargetTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §3.2")
                .rule("A target is made of the characters of a URI.")
                .answers(echo("query=a=b&c=d", "GET /app/echo"), get("/app/echo?a=b&c=d"))
                .answers(
                        echo("query=!$&'()*+,;=:@/?-._~%41"),
                        get("/app/echo?!$&'()*+,;=:@/?-._~%41"))
                .answers(
                        echo("GET /app/echo/!$&'()*+,=:@-._~%41"),
                        get("/app/echo/!$&'()*+,=:@-._~%41"))
                .refuses(
                        TARGET,
                        get("/hello.txt#top"),
                        get("/app/echo?x#top"),
                        get("/Gr\u00c3\u00bc\u00c3\u009fe"),
                        get("/hello.txt\0"),
                        get("/\u0001"),
                        get("/\u001f"),
                        get("/\u007f"),
                        get("/?\u00ff"),
                        get("/?\u0007"),
                        get("/?\0"),
                        get("/\""),
                        get("/<x>"),
                        get("/\\hello.txt"),
                        get("/^"),
                        get("/`"),
                        get("/{x}"),
                        get("/|"),
                        get("/[x]"),
                        get("/?[x]"),
                        get("/?{x}"),
                        get("/?a|b"),
                        get("/?\""),
                        get("/?^"),
                        get("/?<"),
                        get("/?\\"))
                .section("RFC 9112 §3.2.1")
                .rule("The origin form begins with a slash.")
                .answers(
                        hello(),
                        get("/hello.txt"),
                        get("/hello.txt?"),
                        get("/hello.txt?a=b&c=d"),
                        get("/hello.txt?http://x/?y"),
                        get("/%68ello.txt"),
                        get("/hello%2Etxt"))
                .refuses(
                        TARGET,
                        get("hello.txt"),
                        get("?x"),
                        get(".."),
                        get("./hello.txt"),
                        get("%2Fhello.txt"),
                        get(";/hello.txt"),
                        get("localhost"))
                .rule("The query is passed on as it came.")
                .answers(echo("query=a=%20b&c=/?"), get("/app/echo?a=%20b&c=/?"))
                .answers(echo("query="), get("/app/echo?"))
                .answers(echo("query=null"), get("/app/echo"))
                .answers(echo("query=%zz%"), get("/app/echo?%zz%"))
                .section("RFC 9112 §3.2.2")
                .rule(
                        "The absolute form has a scheme of HTTP, in any case, a host, and a path or"
                                + " none.")
                .answers(
                        hello(),
                        get("http://localhost/hello.txt"),
                        get("http://localhost:8080/hello.txt"),
                        get("http://[::1]:80/hello.txt"),
                        get("HTTP://LOCALHOST/hello.txt?x"),
                        get("https://localhost/hello.txt"),
                        get("http://localhost:/hello.txt"))
                .answers(
                        status(200).content("<!doctype html><title>start</title>\n"),
                        get("http://localhost"),
                        get("http://localhost/"),
                        get("http://localhost?x"))
                .refuses(
                        TARGET,
                        get("http:///hello.txt"),
                        get("http://a@b/hello.txt"),
                        get("http://u:p@b/hello.txt"),
                        get("http://b:x/hello.txt"),
                        get("http://b:65536/hello.txt"),
                        get("http://b:0/"),
                        get("http://b:-1/"),
                        get("http://[::1/hello.txt"),
                        get("http://[::g]/"),
                        get("http://[]/"),
                        get("http://::1/"),
                        get("http:/hello.txt"),
                        get("http:hello.txt"),
                        get("http//a/"),
                        get("ftp://localhost/hello.txt"),
                        get("file:///etc/passwd"),
                        get("://a/"),
                        get("localhost/hello.txt"),
                        get("http://a%/"),
                        get("http://a%zz/"),
                        get("http://:80/"),
                        get("http://a/["),
                        get("http://a/?]"),
                        get("javascript:alert(1)"))
                .rule("The host of an absolute target wins over Host.")
                .answers(
                        echo("host=one.example:@port"),
                        head("GET http://one.example/app/echo HTTP/1.1", "Host: two.example:81"))
                .answers(
                        echo("host=one.example:82"),
                        head("GET http://one.example:82/app/echo HTTP/1.1", "Host: two.example:81"))
                .answers(
                        echo("host=one.example:82"),
                        head("GET http://ONE.example:82/app/echo HTTP/1.1", "Host: two.example:81"))
                .answers(
                        echo("host=two.example:81"),
                        head("GET /app/echo HTTP/1.1", "Host: two.example:81"))
                .closes(
                        echo("host=one.example:82"),
                        head("GET http://one.example:82/app/echo HTTP/1.0"),
                        head("GET http://one.example:82/app/echo HTTP/1.0", "Host: two.example"))
                .rule("A Host is required beside an absolute target, and a valid one.")
                .answers(
                        hello(), head("GET http://localhost/hello.txt HTTP/1.1", "Host: localhost"))
                .refuses(
                        HOST,
                        head("GET http://localhost/hello.txt HTTP/1.1"),
                        head("GET http://localhost/hello.txt HTTP/1.1", "Host: a@b"),
                        head("GET http://localhost/hello.txt HTTP/1.1", "Host:"),
                        head(
                                "GET http://localhost/hello.txt HTTP/1.1",
                                "Host: localhost",
                                "Host: localhost"))
                .section("RFC 9112 §3.2.3")
                .rule("The authority form is for CONNECT alone, and there are no tunnels.")
                .answers(hello(), get("/hello.txt"))
                .refuses(
                        CONNECT,
                        head("CONNECT example.com:443 HTTP/1.1", "Host: example.com:443"),
                        head("CONNECT [::1]:80 HTTP/1.1", "Host: [::1]:80"))
                .refuses(
                        TARGET,
                        line("CONNECT example.com HTTP/1.1"),
                        line("CONNECT /hello.txt HTTP/1.1"),
                        line("CONNECT http://a:80/ HTTP/1.1"),
                        line("CONNECT a:0 HTTP/1.1"),
                        line("CONNECT a:99999 HTTP/1.1"),
                        line("CONNECT * HTTP/1.1"),
                        line("CONNECT u@a:80 HTTP/1.1"),
                        get("localhost:80"),
                        get("127.0.0.1:80"),
                        get("[::1]:80"),
                        line("POST localhost:80 HTTP/1.1"))
                .section("RFC 9112 §3.2.4")
                .rule("The asterisk form is for OPTIONS alone, and is nothing but an asterisk.")
                .answers(
                        status(200)
                                .with(
                                        "Allow: GET, HEAD, POST, PUT, DELETE, PATCH, OPTIONS",
                                        "Content-Length: 0"),
                        line("OPTIONS * HTTP/1.1"))
                .refuses(
                        TARGET,
                        line("GET * HTTP/1.1"),
                        line("POST * HTTP/1.1"),
                        line("TRACE * HTTP/1.1"),
                        line("DELETE * HTTP/1.1"),
                        line("options * HTTP/1.1"),
                        line("OPTIONS *x HTTP/1.1"),
                        line("OPTIONS ** HTTP/1.1"),
                        line("OPTIONS *? HTTP/1.1"),
                        line("OPTIONS *?x HTTP/1.1"),
                        line("OPTIONS x* HTTP/1.1"))
                .section("RFC 9112 §3.3")
                .rule(
                        "The target URI has the scheme of the connection, and its default port"
                                + " where none is named.")
                .answers(
                        echo("host=localhost:@port"),
                        get("/app/echo"),
                        get("http://localhost/app/echo"),
                        head("GET /app/echo HTTP/1.1", "Host: localhost:"))
                .answers(
                        echo("host=localhost:8080"),
                        head("GET /app/echo HTTP/1.1", "Host: localhost:8080"))
                .rule("A path that means different things to different readers is refused.")
                .answers(echo("GET /app/echo/a%20b", "pathInfo=/a b"), get("/app/echo/a%20b"))
                .refuses(
                        PATH,
                        get("/app/echo/%2f"),
                        get("/app/echo/%5c"),
                        get("/app/echo/%00"),
                        get("/app/echo/%"),
                        get("/app/echo/%2"),
                        get("/app/echo/%zz"),
                        get("/app/echo/%ff"),
                        get("/app/echo/%c0%af"),
                        get("/app/echo/%0d%0a"),
                        get("/app/echo/%2e%2e/x"),
                        get("/../hello.txt"),
                        get("/dir/..;/hello.txt"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
