package dev.serval.ajp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.http.Exchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A part of a body has no type of its own: one of 514 bytes begins as a request with GET does. So
 * what a client sends in a body is never taken for a request, whenever the front sends it, also
 * where no secret would tell them apart (CVE-2022-26377).
 */
@Timeout(120)
class BodyBetweenRequestsTest {
    private static final String SECRET = "s3cret";
    private static final AjpConfig OPEN = AjpConfig.of(null);
    private static final AjpConfig GUARDED = AjpConfig.of(SECRET);
    private static final int LENGTH = 0x0202;

    private final Queue<String> called = new ConcurrentLinkedQueue<>();
    private Connector connector;

    @AfterEach
    void stop() {
        Front.stop(connector);
    }

    private Front front(IoModel io, AjpConfig own) throws IOException {
        return front(ConnectorConfig.of(io, 0), own);
    }

    private Front front(ConnectorConfig config, AjpConfig own) throws IOException {
        connector = Front.start(config, own, this::handle);
        return new Front(connector);
    }

    /** Reads none of the body, or a few bytes of it. */
    private void handle(Exchange exchange) {
        String path = exchange.request().rawPath();
        called.add(path);
        exchange.dispatch(
                () -> {
                    try {
                        if (path.equals("/some")) {
                            exchange.read(ByteBuffer.allocate(5));
                        }
                        if (path.equals("/cut")) {
                            exchange.write(ByteBuffer.wrap(new byte[] {'x'}));
                            exchange.flush();
                            exchange.abort();
                            exchange.complete();
                            return;
                        }
                        exchange.end(ByteBuffer.wrap(path.getBytes(StandardCharsets.ISO_8859_1)));
                    } catch (IOException e) {
                        exchange.fail(e);
                    }
                });
    }

    /** A part of a body that is a request for /evil, too. */
    private static byte[] evil(String secret) {
        byte[] packet = null;
        for (int filler = 0; packet == null || packet.length < 4 + 2 + LENGTH; filler++) {
            Packets asked = Packets.get("/evil").field("X-Filler", "x".repeat(filler));
            packet = (secret == null ? asked : asked.secret(secret)).bytes();
        }
        byte[] body = Arrays.copyOfRange(packet, 4 + 2, packet.length);
        assertThat(Packets.data(body)).as("both at once").isEqualTo(packet);
        return packet;
    }

    private static Packets post(String path) {
        return Packets.post(path, LENGTH);
    }

    @ParameterizedTest
    @EnumSource
    void itIsARequestWhereNoBodyIsAwaited(IoModel io) throws Exception {
        try (Front front = front(io, OPEN)) {
            assertThat(front.send(evil(null)).answer().text())
                    .as("so the tests here can fail")
                    .isEqualTo("/evil");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFirstPartIsAwaitedAfterTheAnswer(IoModel io) throws Exception {
        try (Front front = front(io, OPEN)) {
            for (String path : new String[] {"/none", "/more"}) {
                front.send(post(path).bytes());
                assertThat(front.answer().reuse()).isTrue();
                front.send(evil(null));
                assertThat(front.send(Packets.get("/next").bytes()).answer().text())
                        .isEqualTo("/next");
            }
            // All of it at once, and a part that is not the last.
            front.send(post("/at-once").bytes(), evil(null));
            assertThat(front.answer().text()).isEqualTo("/at-once");
            front.send(Packets.post("/longer", 1000).bytes());
            assertThat(front.answer().text()).isEqualTo("/longer");
            assertThat(front.send(evil(null), Packets.get("/end").bytes()).answer().text())
                    .isEqualTo("/end");
        }
        assertThat(called)
                .containsExactly("/none", "/next", "/more", "/next", "/at-once", "/longer", "/end");
    }

    @ParameterizedTest
    @EnumSource
    void soIsOneThatWasAskedFor(IoModel io) throws Exception {
        try (Front front = front(io, OPEN)) {
            front.send(Packets.post("/some", -1).bytes());
            assertThat(front.packet()).as("asked for").startsWith(Packets.bytes(6));
            assertThat(front.send(evil(null)).answer().text()).isEqualTo("/some");
            assertThat(front.send(Packets.get("/next").bytes()).answer().text()).isEqualTo("/next");
        }
        assertThat(called).containsExactly("/some", "/next");
    }

    /** Whether or not the front sends it at all. */
    @ParameterizedTest
    @EnumSource
    void whoGetsNoneEndsTheConnection(IoModel io) throws Exception {
        ConnectorConfig config = ConnectorConfig.of(io, 0).change().connectionTimeout(200).done();
        try (Front front = front(config, OPEN);
                Front other = new Front(connector)) {
            front.send(post("/none").bytes());
            assertThat(front.answer().reuse()).isTrue();
            assertThat(front.rest()).isEmpty();
            other.send(post("/other").bytes());
            assertThat(other.answer().reuse()).isTrue();
            other.send(Packets.get("/in-place-of-it").bytes());
            assertThat(other.rest()).isEmpty();
        }
        assertThat(called).containsExactly("/none", "/other");
    }

    @ParameterizedTest
    @EnumSource
    void afterARefusalNothingIsTaken(IoModel io) throws Exception {
        Packets[] refused = {
            post("/a b").secret(SECRET),
            post("/").secret(SECRET).attribute("OTHER", "1"),
            post("/"),
            post("/").secret("another"),
            post("/").secret(SECRET).field("Transfer-Encoding", "chunked"),
            post("/").secret(SECRET).field("Content-Length", "513")
        };
        connector = Front.start(io, GUARDED, this::handle);
        for (Packets each : refused) {
            try (Front front = new Front(connector)) {
                Front.Answer answer = front.send(each.bytes()).answer();
                assertThat(answer.status()).isBetween(400, 403);
                assertThat(answer.reuse()).isFalse();
                front.send(evil(SECRET));
                assertThat(new String(front.rest(), StandardCharsets.ISO_8859_1)).isIn("", "reset");
            }
        }
        assertThat(called).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void afterAnAnswerThatIsCutNothingIsTaken(IoModel io) throws Exception {
        try (Front front = front(io, OPEN)) {
            assertThat(front.send(post("/cut").bytes()).answer().isCut()).isTrue();
        }
        try (Front front = new Front(connector)) {
            assertThat(front.send(post("/cut").bytes(), evil(null)).answer().isCut()).isTrue();
        }
        assertThat(called).containsExactly("/cut", "/cut");
    }

    /**
     * A front that has named the secret names it always. So what comes without it is a body that
     * the front has sent of its own accord, and whoever asks next on the connection would get its
     * answer.
     */
    @ParameterizedTest
    @EnumSource
    void whoHasNamedTheSecretGetsNoAnswerWithoutIt(IoModel io) throws Exception {
        try (Front front = front(io, GUARDED)) {
            assertThat(front.send(Packets.get("/1").secret(SECRET).bytes()).answer().text())
                    .isEqualTo("/1");
            front.send(evil(null), Packets.get("/another-client").secret(SECRET).bytes());
            assertThat(new String(front.rest(), StandardCharsets.ISO_8859_1)).isIn("", "reset");
        }
        try (Front front = new Front(connector)) {
            front.send(Packets.CPING).packet();
            Front.Answer answer = front.send(evil("another")).answer();
            assertThat(answer.status()).as("an operator's mistake is told").isEqualTo(403);
            assertThat(answer.reuse()).isFalse();
            assertThat(front.rest()).isEmpty();
        }
        assertThat(called).containsExactly("/1");
    }
}
