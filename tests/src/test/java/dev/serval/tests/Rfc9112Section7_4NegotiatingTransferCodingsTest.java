package dev.serval.tests;

import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.post;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;

import dev.serval.tests.Reply.Framing;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §7.4: TE. */
@OnEveryWire
final class Rfc9112Section7_4NegotiatingTransferCodingsTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §7.4")
                .rule(
                        "TE is the client's wish; this server sends no coding but chunked, and no"
                                + " trailers of its own.")
                .answers(
                        status(200)
                                .framed(Framing.CHUNKED)
                                .content("first,second,third")
                                .without("Trailer"),
                        get("/app/chunked", "TE: trailers", "Connection: TE"),
                        get("/app/chunked", "TE: gzip;q=1.0, deflate", "Connection: TE"),
                        get("/app/chunked", "TE: chunked;q=0"),
                        get("/app/chunked", "TE:"),
                        get("/app/chunked", "TE: ,,;=\""))
                .answers(
                        hello(),
                        get("/hello.txt", "TE: trailers"),
                        get("/hello.txt", "TE: gzip", "TE: x"))
                .rule("TE says nothing of the coding of the request itself.")
                .answers(
                        echo("body=hello"),
                        post("TE: gzip\r\nContent-Length: 5", "hello"),
                        post(
                                "TE: chunked\r\nTransfer-Encoding: chunked",
                                "5\r\nhello\r\n0\r\n\r\n"))
                .answers(echo("body="), post("TE: chunked", ""))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
