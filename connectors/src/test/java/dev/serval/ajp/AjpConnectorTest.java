package dev.serval.ajp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.HttpHandler;
import dev.serval.http.Unloggable;
import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests of a front and their responses, byte for byte, over every wire. */
@Timeout(120)
class AjpConnectorTest {
    private static final AjpConfig OPEN = AjpConfig.of(null);
    private static final FieldName DATE = FieldName.DATE;

    @TempDir private Path directory;
    private Connector connector;

    @AfterEach
    void stop() {
        if (connector != null) {
            Front.stop(connector);
        }
    }

    private Front front(IoModel io, HttpHandler handler) throws IOException {
        return front(io, OPEN, handler);
    }

    private Front front(IoModel io, AjpConfig own, HttpHandler handler) throws IOException {
        connector = Front.start(io, own, handler);
        return new Front(connector);
    }

    private static void answer(Exchange exchange, String text) {
        try {
            exchange.fields().set(DATE, "now");
            exchange.end(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            exchange.fail(e);
        }
    }

    /** Sends back what it reads, on a worker. */
    private static void echo(Exchange exchange, boolean declares) {
        exchange.dispatch(
                () -> {
                    try {
                        if (declares) {
                            exchange.contentLength(exchange.request().contentLength());
                        }
                        ByteBuffer buffer = ByteBuffer.allocate(5000);
                        while (exchange.read(buffer.clear()) >= 0) {
                            exchange.write(buffer.flip());
                        }
                        exchange.end();
                    } catch (IOException e) {
                        exchange.fail(e);
                    }
                });
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(13).nextBytes(bytes);
        return bytes;
    }

    private static byte[][] parts(byte[] body, int most) {
        byte[][] parts = new byte[(body.length + most - 1) / most][];
        for (int i = 0; i < parts.length; i++) {
            int from = i * most;
            parts[i] =
                    Packets.data(
                            Arrays.copyOfRange(body, from, Math.min(body.length, from + most)));
        }
        return parts;
    }

    @ParameterizedTest
    @EnumSource
    void aSmallResponseIsThreePackets(IoModel io) throws Exception {
        try (Front front = front(io, exchange -> answer(exchange, "hello"))) {
            for (int i = 0; i < 3; i++) {
                front.send(Packets.get("/a").bytes());
                assertThat(front.packet())
                        .isEqualTo(
                                Packets.joined(
                                        Packets.bytes(4, 0, 200),
                                        Packets.text("OK"),
                                        Packets.number(2),
                                        Packets.number(0xa003),
                                        Packets.text("5"),
                                        Packets.number(0xa004),
                                        Packets.text("now")));
                assertThat(front.packet())
                        .isEqualTo(Packets.joined(Packets.bytes(3), Packets.text("hello")));
                assertThat(front.packet()).isEqualTo(Packets.bytes(5, 1));
            }
            front.endOutput();
            assertThat(front.rest()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPingIsAnsweredBetweenRequestsAndOneByteAtATime(IoModel io) throws Exception {
        try (Front front = front(io, exchange -> answer(exchange, "x"))) {
            byte[] all = Packets.joined(Packets.CPING, Packets.CPING, Packets.get("/").bytes());
            for (byte each : all) {
                front.send(new byte[] {each});
            }
            assertThat(front.packet()).isEqualTo(Packets.bytes(9));
            assertThat(front.packet()).isEqualTo(Packets.bytes(9));
            assertThat(front.answer().text()).isEqualTo("x");
            assertThat(front.send(Packets.CPING).packet()).isEqualTo(Packets.bytes(9));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDeclaredBodyComesInPacketsThatAreAskedForButTheFirst(IoModel io) throws Exception {
        try (Front front = front(io, exchange -> echo(exchange, true))) {
            for (int length : new int[] {0, 1, 8185, 8186, 8187, 100_000}) {
                byte[] body = random(length);
                byte[][] parts = parts(body, 8186);
                front.send(Packets.post("/", length).bytes());
                byte[][] more = parts;
                if (parts.length > 0) {
                    front.send(parts[0]);
                    more = Arrays.copyOfRange(parts, 1, parts.length);
                }
                Front.Answer answer = front.answer(more);
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo(body);
                assertThat(answer.asked()).isEqualTo(Math.max(0, parts.length - 1));
                assertThat(answer.reuse()).isTrue();
                assertThat(answer.fields()).contains("Content-Length: " + length);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aChunkedBodyIsAskedForFromTheBeginningToItsEnd(IoModel io) throws Exception {
        try (Front front = front(io, exchange -> echo(exchange, false))) {
            for (int length : new int[] {0, 1, 8186, 20_000}) {
                byte[] body = random(length);
                byte[][] parts = parts(body, 700);
                Front.Answer answer = front.send(Packets.post("/", -1).bytes()).answer(parts);
                assertThat(answer.body()).isEqualTo(body);
                assertThat(answer.reuse()).isTrue();
                assertThat(answer.fields().toString().contains("Content-Length"))
                        .isEqualTo(length == 0);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "NIO,8192",
        "NIO2,8192",
        "BIO,8192",
        "NIO,65536",
        "NIO2,65536",
        "BIO,65536",
        "NIO,12345"
    })
    void twentyMegabytesGoBothWays(IoModel io, int packetSize) throws Exception {
        AjpConfig own = new AjpConfig(null, packetSize, true, null, true, false);
        byte[] body = random(20_000_000);
        byte[][] parts = parts(body, packetSize - 6);
        try (Front front = front(io, own, exchange -> echo(exchange, true))) {
            front.send(Packets.post("/", body.length).bytes(), parts[0]);
            Front.Answer answer = front.answer(Arrays.copyOfRange(parts, 1, parts.length));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(Arrays.equals(answer.body(), body)).isTrue();
            assertThat(answer.reuse()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aResponseLargerThanThePacketsIsCutIntoThem(IoModel io) throws Exception {
        byte[] body = random(3_000_000);
        HttpHandler handler =
                exchange -> {
                    try {
                        exchange.end(ByteBuffer.wrap(body).asReadOnlyBuffer());
                    } catch (IOException e) {
                        exchange.fail(e);
                    }
                };
        try (Front front = front(io, handler)) {
            for (int i = 0; i < 3; i++) {
                Front.Answer answer = front.send(Packets.get("/").bytes()).answer();
                assertThat(Arrays.equals(answer.body(), body)).isTrue();
                assertThat(answer.reuse()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFileIsReadIntoPackets(IoModel io) throws Exception {
        byte[] body = random(2_000_000);
        Path file = directory.resolve("file");
        Files.write(file, body);
        AtomicReference<CountDownLatch> released = new AtomicReference<>();
        HttpHandler handler =
                exchange -> {
                    try {
                        FileChannel channel = FileChannel.open(file);
                        CountDownLatch latch = released.get();
                        exchange.end(
                                new FileRegion(
                                        channel,
                                        0,
                                        body.length,
                                        () -> {
                                            try {
                                                channel.close();
                                            } catch (IOException e) {
                                                throw new IllegalStateException(e);
                                            }
                                            latch.countDown();
                                        }));
                    } catch (IOException e) {
                        exchange.fail(e);
                    }
                };
        try (Front front = front(io, handler)) {
            for (int i = 0; i < 2; i++) {
                released.set(new CountDownLatch(1));
                Front.Answer answer = front.send(Packets.get("/").bytes()).answer();
                assertThat(Arrays.equals(answer.body(), body)).isTrue();
                assertThat(answer.reuse()).isTrue();
                assertThat(released.get().await(10, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void responsesThatHaveNoBodyHaveNone(IoModel io) throws Exception {
        HttpHandler handler =
                exchange -> {
                    exchange.status(Integer.parseInt(exchange.request().rawPath().substring(1)));
                    answer(exchange, "body");
                };
        try (Front front = front(io, handler)) {
            Front.Answer head = front.send(Packets.get("/200").method(3).bytes()).answer();
            assertThat(head.body()).isEmpty();
            assertThat(head.fields()).contains("Content-Length: 4");
            assertThat(head.reuse()).isTrue();
            for (int status : new int[] {204, 304, 205}) {
                Front.Answer none = front.send(Packets.get("/" + status).bytes()).answer();
                assertThat(none.status()).isEqualTo(status);
                assertThat(none.body()).isEmpty();
                assertThat(none.reuse()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBodyThatNobodyReadsIsDroppedAndTheConnectionIsKept(IoModel io) throws Exception {
        try (Front front = front(io, exchange -> answer(exchange, exchange.request().rawPath()))) {
            front.send(Packets.post("/1", 10_000).bytes(), Packets.data(random(8186)));
            assertThat(front.answer().reuse()).isTrue();
            // The first packet comes late.
            front.send(Packets.post("/2", 3).bytes());
            assertThat(front.answer().reuse()).isTrue();
            front.send(Packets.data("abc"), Packets.get("/3").bytes());
            assertThat(front.answer().text()).isEqualTo("/3");
            // It was never asked for.
            front.send(Packets.post("/4", -1).bytes());
            assertThat(front.answer().asked()).isZero();
            assertThat(front.send(Packets.get("/5").bytes()).answer().text()).isEqualTo("/5");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFlushReachesTheFrontUnlessItIsNotWanted(IoModel io) throws Exception {
        CountDownLatch[] go = {new CountDownLatch(1)};
        HttpHandler handler =
                exchange ->
                        exchange.dispatch(
                                () -> {
                                    try {
                                        exchange.write(ByteBuffer.wrap(new byte[] {'a'}));
                                        exchange.flush();
                                        go[0].await(20, TimeUnit.SECONDS);
                                        exchange.end(ByteBuffer.wrap(new byte[] {'b'}));
                                    } catch (IOException | InterruptedException e) {
                                        exchange.fail(e);
                                    }
                                });
        try (Front front = front(io, handler)) {
            front.send(Packets.get("/").bytes());
            assertThat(front.packet()).startsWith(Packets.bytes(4, 0, 200));
            assertThat(front.packet()).isEqualTo(Packets.bytes(3, 0, 1, 'a', 0));
            assertThat(front.packet()).isEqualTo(Packets.bytes(3, 0, 0, 0));
            go[0].countDown();
            assertThat(front.packet()).isEqualTo(Packets.bytes(3, 0, 1, 'b', 0));
            assertThat(front.packet()).isEqualTo(Packets.bytes(5, 1));
        }
        Front.stop(connector);
        go[0] = new CountDownLatch(1);
        AjpConfig silent = new AjpConfig(null, 8192, false, null, true, false);
        try (Front front = front(io, silent, handler)) {
            front.send(Packets.get("/").bytes());
            assertThat(front.packet()).startsWith(Packets.bytes(4, 0, 200));
            assertThat(front.packet()).isEqualTo(Packets.bytes(3, 0, 1, 'a', 0));
            go[0].countDown();
            assertThat(front.packet()).isEqualTo(Packets.bytes(3, 0, 1, 'b', 0));
            assertThat(front.packet()).isEqualTo(Packets.bytes(5, 1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCutResponseHasNoEndAndEndsTheConnection(IoModel io) throws Exception {
        HttpHandler handler =
                exchange ->
                        exchange.dispatch(
                                () -> {
                                    try {
                                        exchange.write(ByteBuffer.wrap(new byte[] {'a'}));
                                        exchange.flush();
                                        exchange.abort();
                                        exchange.complete();
                                    } catch (IOException e) {
                                        exchange.fail(e);
                                    }
                                });
        try (Front front = front(io, handler)) {
            Front.Answer answer = front.send(Packets.get("/").bytes()).answer();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).isEqualTo("a");
            assertThat(answer.isCut()).isTrue();
        }
    }

    /** Reads and writes by notifications, without a thread that waits. */
    @ParameterizedTest
    @EnumSource
    void aBodyCanBeReadWithoutWaiting(IoModel io) throws Exception {
        HttpHandler handler =
                exchange -> exchange.dispatch(() -> poll(exchange, ByteBuffer.allocate(100_000)));
        byte[] body = random(50_000);
        byte[][] parts = parts(body, 8186);
        try (Front front = front(io, handler)) {
            for (int i = 0; i < 3; i++) {
                front.send(Packets.post("/", body.length).bytes());
                front.send(parts[0]);
                Front.Answer answer = front.answer(Arrays.copyOfRange(parts, 1, parts.length));
                assertThat(answer.body()).isEqualTo(body);
                assertThat(front.send(Packets.post("/", -1).bytes()).answer(parts).body())
                        .isEqualTo(body);
            }
        }
    }

    private static void poll(Exchange exchange, ByteBuffer all) {
        try {
            int count = 1;
            while (count > 0) {
                count = exchange.poll(all);
            }
            if (count == 0) {
                exchange.when(Interest.READ, () -> exchange.fork(() -> poll(exchange, all)));
            } else {
                exchange.end(all.flip());
            }
        } catch (IOException e) {
            exchange.fail(e);
        }
    }

    /** One thread reads while another writes: what asks for more never falls into a packet. */
    @ParameterizedTest
    @EnumSource
    void oneThreadReadsWhileAnotherWrites(IoModel io) throws Exception {
        byte[] body = random(1_000_000);
        byte[][] parts = parts(body, 8186);
        HttpHandler handler =
                exchange ->
                        exchange.dispatch(
                                () -> {
                                    CountDownLatch written = new CountDownLatch(1);
                                    exchange.fork(
                                            () -> {
                                                try {
                                                    for (byte[] part : parts) {
                                                        exchange.write(ByteBuffer.wrap(part));
                                                    }
                                                } catch (IOException e) {
                                                    exchange.abort();
                                                }
                                                written.countDown();
                                            });
                                    try {
                                        ByteBuffer buffer = ByteBuffer.allocate(3000);
                                        long count = 0;
                                        int read = 0;
                                        while (read >= 0) {
                                            count += read;
                                            read = exchange.read(buffer.clear());
                                        }
                                        written.await(60, TimeUnit.SECONDS);
                                        exchange.end(
                                                StandardCharsets.US_ASCII.encode("read " + count));
                                    } catch (IOException | InterruptedException e) {
                                        exchange.fail(e);
                                    }
                                });
        byte[] sent = Packets.joined(parts);
        try (Front front = front(io, handler)) {
            for (int i = 0; i < 5; i++) {
                Front.Answer answer = front.send(Packets.post("/", -1).bytes()).answer(parts);
                String end = "read " + body.length;
                assertThat(answer.body()).hasSize(sent.length + end.length());
                assertThat(answer.text()).endsWith(end);
                assertThat(Arrays.equals(Arrays.copyOf(answer.body(), sent.length), sent)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStopAnswersWhatIsUnderWayAndTellsTheFrontToLeave(IoModel io) throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        HttpHandler handler =
                exchange ->
                        exchange.dispatch(
                                () -> {
                                    called.countDown();
                                    try {
                                        go.await(20, TimeUnit.SECONDS);
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                    answer(exchange, "last");
                                });
        try (Front front = front(io, handler);
                Front idle = new Front(connector)) {
            assertThat(idle.send(Packets.CPING).packet()).isEqualTo(Packets.bytes(9));
            front.send(Packets.get("/").bytes());
            assertThat(called.await(20, TimeUnit.SECONDS)).isTrue();
            Thread stopping = new Thread(() -> Front.stop(connector));
            stopping.start();
            assertThat(idle.rest()).isEmpty();
            go.countDown();
            Front.Answer answer = front.answer();
            assertThat(answer.text()).isEqualTo("last");
            assertThat(answer.reuse()).isFalse();
            assertThat(front.rest()).isEmpty();
            stopping.join(20_000);
            assertThat(stopping.isAlive()).isFalse();
            assertThat(connector.buffersOnLoan()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void halfAPacketHasToBecomeAWholeOneInTime(IoModel io) throws Exception {
        ConnectorConfig config =
                ConnectorConfig.of(io, 0)
                        .change()
                        .connectionTimeout(300)
                        .keepAliveTimeout(60_000)
                        .done();
        connector = Front.start(config, OPEN, exchange -> answer(exchange, "x"));
        byte[] packet = Packets.get("/").bytes();
        try (Front front = new Front(connector)) {
            assertThat(front.send(packet).answer().text()).isEqualTo("x");
            front.send(Arrays.copyOf(packet, packet.length - 1));
            assertThat(front.rest()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anIdleConnectionIsClosedWhenItsTimeIsOver(IoModel io) throws Exception {
        ConnectorConfig config = ConnectorConfig.of(io, 0).change().keepAliveTimeout(300).done();
        connector = Front.start(config, OPEN, exchange -> answer(exchange, "x"));
        try (Front front = new Front(connector);
                Front unused = new Front(connector)) {
            assertThat(front.send(Packets.get("/").bytes()).answer().text()).isEqualTo("x");
            assertThat(front.rest()).isEmpty();
            assertThat(unused.rest()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBodyThatDoesNotComeIsA408(IoModel io) throws Exception {
        ConnectorConfig config = ConnectorConfig.of(io, 0).change().connectionTimeout(300).done();
        connector = Front.start(config, OPEN, exchange -> echo(exchange, true));
        try (Front front = new Front(connector)) {
            Front.Answer answer = front.send(Packets.post("/", 5).bytes()).answer();
            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.reuse()).isFalse();
            assertThat(front.rest()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void threadsAreNamedAfterTheProtocol(IoModel io) throws Exception {
        AtomicReference<String> name = new AtomicReference<>();
        HttpHandler handler =
                exchange ->
                        exchange.dispatch(
                                () -> {
                                    name.set(Thread.currentThread().getName());
                                    answer(exchange, "x");
                                });
        try (Front front = front(io, handler)) {
            front.send(Packets.get("/").bytes()).answer();
            assertThat(name.get()).startsWith("ajp-" + io.name().toLowerCase() + "-0-");
            assertThat(connector.name()).startsWith("ajp-");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHeadThatIsLargerThanAPacketBecomesA500(IoModel io) throws Exception {
        HttpHandler handler =
                exchange -> {
                    exchange.fields().set(FieldName.of("X-Large"), "x".repeat(9000));
                    answer(exchange, "x");
                };
        try (Front front = front(io, handler)) {
            Front.Answer answer = front.send(Packets.get("/").bytes()).answer();
            assertThat(answer.status()).isEqualTo(500);
        }
    }

    @ParameterizedTest
    @EnumSource
    void fieldsOfHttpThatFrameAreTheFronts(IoModel io) throws Exception {
        HttpHandler handler =
                exchange -> {
                    exchange.fields().set(FieldName.CONNECTION, "close");
                    exchange.fields().set(FieldName.TRANSFER_ENCODING, "gzip");
                    exchange.fields().add(FieldName.SET_COOKIE, "a=b");
                    exchange.fields().add(FieldName.SET_COOKIE, "c=d");
                    exchange.fields().set(FieldName.of("X-Own"), "\u00e9\u20ac");
                    answer(exchange, "x");
                };
        try (Front front = front(io, handler)) {
            Front.Answer answer = front.send(Packets.get("/").bytes()).answer();
            assertThat(answer.fields())
                    .containsExactly(
                            "Content-Length: 1",
                            "Set-Cookie: a=b",
                            "Set-Cookie: c=d",
                            "X-Own: \u00e9?",
                            "Date: now");
            assertThat(answer.reuse()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anEndIsToldOnceEvenIfNothingCanBeLoggedOfIt(IoModel io) throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        HttpHandler handler =
                new HttpHandler() {
                    @Override
                    public void handle(Exchange exchange) {
                        answer(exchange, "x");
                    }

                    @Override
                    public void completed(Exchange exchange) {
                        told.add(exchange.request().rawPath());
                        throw new Unloggable();
                    }
                };
        try (Front front = front(io, handler)) {
            for (String path : List.of("/a", "/b")) {
                assertThat(front.send(Packets.get(path).bytes()).answer().text()).isEqualTo("x");
            }
        }
        Front.stop(connector);
        assertThat(told).containsExactly("/a", "/b");
    }

    @ParameterizedTest
    @EnumSource
    void noBufferStaysOnLoan(IoModel io) throws Exception {
        try (Front front = front(io, exchange -> echo(exchange, false))) {
            front.send(Packets.post("/", 3).bytes(), Packets.data("abc"));
            assertThat(front.answer().text()).isEqualTo("abc");
            List<byte[]> parts = List.of(Packets.data("ab"), Packets.data("c"));
            assertThat(
                            front.send(Packets.post("/", -1).bytes())
                                    .answer(parts.toArray(new byte[0][]))
                                    .text())
                    .isEqualTo("abc");
        }
        long end = System.nanoTime() + 20_000_000_000L;
        while (connector.connections() > 0 && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(connector.connections()).isZero();
        assertThat(connector.buffersOnLoan()).isZero();
    }
}
