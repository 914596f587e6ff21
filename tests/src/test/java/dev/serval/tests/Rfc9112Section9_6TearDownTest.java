package dev.serval.tests;

import static dev.serval.http.Refusal.CHUNK;
import static dev.serval.http.Refusal.CONTENT_LENGTH;
import static dev.serval.http.Refusal.EXPECTATION;
import static dev.serval.http.Refusal.HOST;
import static dev.serval.tests.Message.chunked;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Message.post;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.tests.Reply.Framing;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §9.4 to §9.6: how a connection ends; security rule 11. */
@OnEveryWire
final class Rfc9112Section9_6TearDownTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §9.5")
                .rule("A client that sends nothing more gets what it asked for, and the end.")
                .ends(get("/hello.txt"), hello())
                .ends(get("/app/echo"), echo())
                .ends(get("/app/chunked"), status(200).framed(Framing.CHUNKED))
                .ends("")
                .ends("\r\n")
                .ends(get("/hello.txt") + "\r\n", hello())
                .section("RFC 9112 §9.6")
                .rule("The last response says close; nothing that follows is answered or counted.")
                .closes(
                        hello(),
                        get("/hello.txt", "Connection: close") + get("/hello.txt"),
                        get("/hello.txt", "Connection: close") + "\0\0\0",
                        get("/hello.txt", "Connection: close") + "x".repeat(100_000))
                .closes(
                        status(200).content("ignored\n"),
                        get("/app/ignore", "Connection: close") + get("/hello.txt").repeat(50))
                .rule(
                        "The answer to what cannot be understood arrives although bytes were not"
                                + " read.")
                .answers(hello(), get("/hello.txt"))
                .refuses(HOST, head("GET / HTTP/1.1") + "x".repeat(300_000))
                .refuses(CHUNK, chunked("x") + "x".repeat(300_000))
                .refuses(CONTENT_LENGTH, post("Content-Length: x", "x".repeat(300_000)))
                .refuses(
                        EXPECTATION,
                        post("Expect: x\r\nContent-Length: 300000", "x".repeat(300_000)))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }

    @Test
    void rule11DeliversTheLastAnswerThoughTheClientGoesOnSending() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(
                    get("/40k.bin", "Connection: close") + get("/hello.txt") + "x".repeat(500_000));
            assertThat(client.response().body()).isEqualTo(server.site().read("40k.bin"));
            client.assertClosed();
        }
    }

    /** RFC 9112 §9.4: a second connection of the same client does not wait for the first. */
    @Test
    void connectionsDoNotWaitForEachOther() throws Exception {
        try (RawClient slow = server.connect();
                RawClient quick = server.connect();
                Gate gate = server.app().newGate()) {
            slow.send(get(gate.path()));
            gate.awaitEntered();
            assertThat(quick.exchange(get("/app/ignore")).text()).isEqualTo("ignored\n");
            gate.open();
            assertThat(slow.response().text()).isEqualTo("passed\n");
        }
    }
}
