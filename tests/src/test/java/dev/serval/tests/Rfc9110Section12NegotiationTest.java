package dev.serval.tests;

import static dev.serval.tests.Message.get;
import static dev.serval.tests.Reply.hello;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9110 §12: this server has one representation of a file, and sends it. */
@OnEveryWire
final class Rfc9110Section12NegotiationTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9110 §12.5")
                .rule(
                        "A preference that cannot be met is no error: the one representation is"
                                + " sent, and varies with nothing.")
                .answers(
                        hello().without("Vary", "Content-Encoding", "Content-Language"),
                        get("/hello.txt", "Accept: image/png"),
                        get("/hello.txt", "Accept: */*;q=0"),
                        get("/hello.txt", "Accept:"),
                        get("/hello.txt", "Accept: ;;,\"x"),
                        get("/hello.txt", "Accept-Charset: utf-16"),
                        get("/hello.txt", "Accept-Encoding: gzip"),
                        get("/hello.txt", "Accept-Encoding: identity;q=0"),
                        get("/hello.txt", "Accept-Encoding: x"),
                        get("/hello.txt", "Accept-Language: tlh"),
                        get("/hello.txt", "Accept-Language: *;q=0"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
