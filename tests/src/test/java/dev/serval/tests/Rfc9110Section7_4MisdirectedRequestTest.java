package dev.serval.tests;

import static dev.serval.http.Refusal.MISDIRECTED;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Reply.hello;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * RFC 9110 §7.4 and §15.5.20: requests that the connection was not made for. More of it with
 * certificates is in TlsTest.
 */
@OnEveryWire
final class Rfc9110Section7_4MisdirectedRequestTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9110 §7.4")
                .rule(
                        "A host with settings of TLS of its own is not served over another one's"
                                + " connection.")
                .answers(
                        hello(),
                        head("GET /hello.txt HTTP/1.1", "Host: localhost"),
                        head("GET /hello.txt HTTP/1.1", "Host: other.example"),
                        head("GET /hello.txt HTTP/1.1", "Host: client.example.org"),
                        head("GET http://other.example/hello.txt HTTP/1.1", "Host: client.example"))
                .refusesOverTls(
                        MISDIRECTED,
                        hello(),
                        head("GET /hello.txt HTTP/1.1", "Host: client.example"),
                        head("GET /hello.txt HTTP/1.1", "Host: Client.EXAMPLE:443"),
                        head("GET https://client.example/hello.txt HTTP/1.1", "Host: localhost"),
                        head("GET http://CLIENT.example:80/hello.txt HTTP/1.1", "Host: localhost"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
