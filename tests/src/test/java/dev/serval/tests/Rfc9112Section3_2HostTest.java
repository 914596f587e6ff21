package dev.serval.tests;

import static dev.serval.http.Refusal.HOST;
import static dev.serval.http.Refusal.TARGET;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * RFC 9112 §3.2 and RFC 9110 §7.2: exactly one valid Host; RFC 9110 §4.2 on what a host is;
 * security rule 9.
 */
@OnEveryWire
final class Rfc9112Section3_2HostTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9110 §7.2")
                .rule("A request of HTTP/1.1 has exactly one Host.")
                .answers(
                        hello(),
                        head("GET /hello.txt HTTP/1.1", "Host: a"),
                        head("GET /hello.txt HTTP/1.1", "X: y", "hOST: a"))
                .refuses(
                        HOST,
                        head("GET /hello.txt HTTP/1.1"),
                        head("GET /hello.txt HTTP/1.1", "X-Host: a"),
                        head("GET /hello.txt HTTP/1.1", "Host2: a"),
                        head("GET /hello.txt HTTP/1.1", "Hos: a"),
                        head("GET /hello.txt HTTP/1.1", "Host: a", "Host: a"),
                        head("GET /hello.txt HTTP/1.1", "Host: a", "X: y", "host: b"),
                        head("GET /hello.txt HTTP/1.1", "Host: a", "Host:"),
                        head("GET /hello.txt HTTP/1.1", "Host:", "Host: a"),
                        head("OPTIONS * HTTP/1.1"),
                        head("GET /hello.txt HTTP/1.1", "Host: a, b"),
                        head("GET /hello.txt HTTP/1.1", "Host: a,b@c"))
                .rule("A request of HTTP/1.0 may have none, but never two.")
                .closes(
                        hello(),
                        head("GET /hello.txt HTTP/1.0"),
                        head("GET /hello.txt HTTP/1.0", "Host:"),
                        head("GET /hello.txt HTTP/1.0", "Host: a"))
                .refuses(
                        HOST,
                        head("GET /hello.txt HTTP/1.0", "Host: a", "Host: b"),
                        head("GET /hello.txt HTTP/1.0", "Host: a", "Host: a"),
                        head("GET /hello.txt HTTP/1.0", "Host: a@b"))
                .section("RFC 9112 §3.2")
                .rule("Host is a host with an optional port, and is nothing else.")
                .answers(
                        echo("host=localhost:8080"),
                        head("GET /app/echo HTTP/1.1", "Host:localhost:8080"),
                        head("GET /app/echo HTTP/1.1", "Host: \tlocalhost:8080 \t"),
                        head("GET /app/echo HTTP/1.1", "Host: LOCALHOST:8080"))
                .answers(
                        echo("host=a.example.com:@port"),
                        head("GET /app/echo HTTP/1.1", "Host: a.example.com"))
                .answers(
                        hello(),
                        head("GET /hello.txt HTTP/1.1", "Host: a-b.example.com."),
                        head("GET /hello.txt HTTP/1.1", "Host: a_b"),
                        head("GET /hello.txt HTTP/1.1", "Host: a%41b"),
                        head("GET /hello.txt HTTP/1.1", "Host: xn--mller-kva.example"))
                .refuses(
                        HOST,
                        head("GET /hello.txt HTTP/1.1", "Host:"),
                        head("GET /hello.txt HTTP/1.1", "Host: "),
                        head("GET /hello.txt HTTP/1.1", "Host: a b"),
                        head("GET /hello.txt HTTP/1.1", "Host: a\tb"),
                        head("GET /hello.txt HTTP/1.1", "Host: a/b"),
                        head("GET /hello.txt HTTP/1.1", "Host: a/"),
                        head("GET /hello.txt HTTP/1.1", "Host: a?b"),
                        head("GET /hello.txt HTTP/1.1", "Host: a#b"),
                        head("GET /hello.txt HTTP/1.1", "Host: a\\b"),
                        head("GET /hello.txt HTTP/1.1", "Host: http://a"),
                        head("GET /hello.txt HTTP/1.1", "Host: a\"b"),
                        head("GET /hello.txt HTTP/1.1", "Host: <a>"),
                        head("GET /hello.txt HTTP/1.1", "Host: a%"),
                        head("GET /hello.txt HTTP/1.1", "Host: a%4"),
                        head("GET /hello.txt HTTP/1.1", "Host: a%zz"),
                        head("GET /hello.txt HTTP/1.1", "Host: a\u00e9"),
                        head("GET /hello.txt HTTP/1.1", "Host: a|b"),
                        head("GET /hello.txt HTTP/1.1", "Host: {a}"),
                        head("GET /hello.txt HTTP/1.1", "Host: a^b"),
                        head("GET /hello.txt HTTP/1.1", "Host: a`b"))
                .rule("A port is a number from 1 to 65535, or is empty.")
                .answers(
                        echo("host=127.0.0.1:1"),
                        head("GET /app/echo HTTP/1.1", "Host: 127.0.0.1:1"))
                .answers(echo("host=a:65535"), head("GET /app/echo HTTP/1.1", "Host: a:65535"))
                .answers(echo("host=a:@port"), head("GET /app/echo HTTP/1.1", "Host: a:"))
                .answers(echo("host=a:80"), head("GET /app/echo HTTP/1.1", "Host: a:0080"))
                .refuses(
                        HOST,
                        head("GET / HTTP/1.1", "Host: a:x"),
                        head("GET / HTTP/1.1", "Host: a:-1"),
                        head("GET / HTTP/1.1", "Host: a:+80"),
                        head("GET / HTTP/1.1", "Host: a:0"),
                        head("GET / HTTP/1.1", "Host: a:65536"),
                        head("GET / HTTP/1.1", "Host: a:99999"),
                        head("GET / HTTP/1.1", "Host: a:80:80"),
                        head("GET / HTTP/1.1", "Host: a:8 0"),
                        head("GET / HTTP/1.1", "Host: a: 80"),
                        head("GET / HTTP/1.1", "Host: a:80x"),
                        head("GET / HTTP/1.1", "Host: a:4294967376"),
                        head("GET / HTTP/1.1", "Host: a:18446744073709551696"),
                        head("GET / HTTP/1.1", "Host: a:0x50"))
                .rule("An IPv6 address stands in brackets, well-formed and without a zone.")
                .answers(echo("host=[::1]:@port"), head("GET /app/echo HTTP/1.1", "Host: [::1]"))
                .answers(
                        echo("host=[2001:db8::7]:65535"),
                        head("GET /app/echo HTTP/1.1", "Host: [2001:DB8::7]:65535"))
                .answers(
                        hello(),
                        head("GET /hello.txt HTTP/1.1", "Host: [::]"),
                        head("GET /hello.txt HTTP/1.1", "Host: [1:2:3:4:5:6:7:8]"),
                        head("GET /hello.txt HTTP/1.1", "Host: [::ffff:1.2.3.4]"),
                        head("GET /hello.txt HTTP/1.1", "Host: [1::8]:80"))
                .refuses(
                        HOST,
                        head("GET / HTTP/1.1", "Host: [::1"),
                        head("GET / HTTP/1.1", "Host: ::1"),
                        head("GET / HTTP/1.1", "Host: [zz]"),
                        head("GET / HTTP/1.1", "Host: []"),
                        head("GET / HTTP/1.1", "Host: [::1]x"),
                        head("GET / HTTP/1.1", "Host: [::1]]"),
                        head("GET / HTTP/1.1", "Host: [[::1]]"),
                        head("GET / HTTP/1.1", "Host: [1:2:3:4:5:6:7]"),
                        head("GET / HTTP/1.1", "Host: [1:2:3:4:5:6:7:8:9]"),
                        head("GET / HTTP/1.1", "Host: [1::2::3]"),
                        head("GET / HTTP/1.1", "Host: [12345::]"),
                        head("GET / HTTP/1.1", "Host: [:1]"),
                        head("GET / HTTP/1.1", "Host: [1:]"),
                        head("GET / HTTP/1.1", "Host: [fe80::1%25eth0]"),
                        head("GET / HTTP/1.1", "Host: [fe80::1%eth0]"),
                        head("GET / HTTP/1.1", "Host: [::1.2.3]"),
                        head("GET / HTTP/1.1", "Host: [::1.2.3.256]"),
                        head("GET / HTTP/1.1", "Host: [::1.2.3.04]"),
                        head("GET / HTTP/1.1", "Host: [v1.a]"),
                        head("GET / HTTP/1.1", "Host: x[::1]"),
                        head("GET / HTTP/1.1", "Host: [::1]:x"))
                .section("RFC 9110 §4.2.1")
                .rule("An http URI without a host is invalid.")
                .answers(
                        hello(),
                        get("http://a/hello.txt"),
                        head("GET /hello.txt HTTP/1.1", "Host: a"))
                .refuses(
                        HOST,
                        head("GET /hello.txt HTTP/1.1", "Host: :80"),
                        head("GET /hello.txt HTTP/1.1", "Host: :"))
                .refuses(TARGET, get("http://?x"), get("http://"), get("http://:/"))
                .section("RFC 9110 §4.2.4")
                .rule("A user name before the host is refused: it is there to deceive.")
                .answers(hello(), get("http://b/hello.txt"))
                .refuses(
                        HOST,
                        head("GET /hello.txt HTTP/1.1", "Host: a@b"),
                        head("GET /hello.txt HTTP/1.1", "Host: user:pw@a"),
                        head("GET /hello.txt HTTP/1.1", "Host: @a"),
                        head("GET /hello.txt HTTP/1.1", "Host: a@"),
                        head("GET /hello.txt HTTP/1.1", "Host: a@b:80"),
                        head("GET /hello.txt HTTP/1.1", "Host: a;b@c"))
                .refuses(TARGET, get("http://@b/hello.txt"), get("https://a:b@c:80/hello.txt"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
