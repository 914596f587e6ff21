package dev.serval.tests;

import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;
import static dev.serval.tests.ServerUnderTest.request;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9110 §7.8: Upgrade that nobody understands. */
@OnEveryWire
final class Rfc9110Section7_8UpgradeTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9110 §7.8")
                .rule(
                        "An upgrade to what is not known is ignored: the request is answered in"
                                + " HTTP/1.1.")
                .answers(
                        hello().without("Upgrade"),
                        get("/hello.txt", "Connection: Upgrade", "Upgrade: x"),
                        get(
                                "/hello.txt",
                                "Connection: upgrade",
                                "Upgrade: websocket",
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                                "Sec-WebSocket-Version: 13"),
                        get(
                                "/hello.txt",
                                "Connection: Upgrade, HTTP2-Settings",
                                "Upgrade: h2c",
                                "HTTP2-Settings: AAMAAABkAAQAAP__"),
                        get("/hello.txt", "Upgrade: TLS/1.0", "Connection: Upgrade"),
                        get("/hello.txt", "Upgrade: x"),
                        get("/hello.txt", "Connection: Upgrade"),
                        get("/hello.txt", "Upgrade:", "Connection: Upgrade"),
                        get("/hello.txt", "Connection: Upgrade", "Upgrade: a/1, b/2", "Upgrade: c"))
                .answers(
                        status(200).content("ignored\n"),
                        request(
                                        "POST",
                                        "/app/ignore",
                                        "Connection: Upgrade",
                                        "Upgrade: x",
                                        "Content-Length: 5")
                                + "hello")
                .closes(
                        hello(),
                        head("GET /hello.txt HTTP/1.0", "Connection: Upgrade", "Upgrade: x"),
                        get("/hello.txt", "Connection: Upgrade, close", "Upgrade: x"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }
}
