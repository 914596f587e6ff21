package dev.serval.websocket.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.IoModel;
import dev.serval.http.BytesHandler;
import dev.serval.http.UpgradedBytes;
import dev.serval.websocket.wire.EchoServer.Echo;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The wire on sockets of each kind, beside the JDK's own client. */
@ParameterizedClass
@EnumSource(IoModel.class)
@Timeout(60)
final class SocketsTest {
    @Parameter IoModel io;

    private EchoServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeEach
    void start() throws Exception {
        server = new EchoServer(io, EchoServer.LARGE);
    }

    @AfterEach
    void stop() {
        server.close();
        threads.shutdownNow();
    }

    /** What the JDK's client hears. */
    private static final class Heard implements WebSocket.Listener {
        final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private final StringBuilder text = new StringBuilder();
        private int bytes;

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                lines.add(text.toString());
                text.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            bytes += data.remaining();
            if (last) {
                lines.add(bytes + " bytes");
                bytes = 0;
            }
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
            lines.add("pong " + message.remaining());
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            lines.add("closed " + code);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            lines.add(error.toString());
        }

        String next() throws InterruptedException {
            return lines.poll(20, TimeUnit.SECONDS);
        }
    }

    private WebSocket jdk(Heard heard) {
        return HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://localhost:" + server.port() + "/"), heard)
                .join();
    }

    private static void await(BooleanSupplier condition) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - until).isNegative();
            Thread.onSpinWait();
        }
    }

    private Echo opened() {
        await(() -> !server.opened.isEmpty() && server.opened.peek().connection != null);
        return server.opened.peek();
    }

    @Test
    void theClientOfTheJdkGetsBackWhatItSends() throws Exception {
        Heard heard = new Heard();
        WebSocket client = jdk(heard);
        for (int length : new int[] {0, 1, 125, 126, 127, 65_535, 65_536, 1_000_000}) {
            String text = "é".repeat(length / 2) + "x".repeat(length % 2);
            client.sendText(text, true).join();
            assertThat(heard.next()).isEqualTo(text);
            client.sendBinary(ByteBuffer.allocate(length), true).join();
            assertThat(heard.next()).isEqualTo(length + " bytes");
        }
        client.sendText("one ", false).join();
        client.sendText("two ", false).join();
        client.sendPing(ByteBuffer.allocate(3)).join();
        assertThat(heard.next()).isEqualTo("pong 3");
        client.sendText("three", true).join();
        assertThat(heard.next()).isEqualTo("one two three");
        client.sendClose(3001, "enough").join();
        assertThat(heard.next()).isEqualTo("closed 3001");
        await(() -> opened().told.contains("closed 3001 enough"));
    }

    @Test
    void theServerMayClose() throws Exception {
        Heard heard = new Heard();
        jdk(heard);
        opened().connection.close(4000, "over");
        assertThat(heard.next()).isEqualTo("closed 4000");
        await(() -> opened().told.contains("closed 4000 "));
    }

    @Test
    void aStopSaysGoingAway() throws Exception {
        Heard heard = new Heard();
        jdk(heard);
        opened();
        server.close();
        assertThat(heard.next()).isEqualTo("closed 1001");
    }

    @Test
    void manyMessagesInOneGoAreAnsweredInTheirOrder() throws Exception {
        try (Socket socket = server.connect("/", null)) {
            byte[][] frames = new byte[2000][];
            for (int i = 0; i < frames.length; i++) {
                frames[i] = Frames.text(String.format("%04d", i));
            }
            threads.execute(
                    () -> {
                        try {
                            socket.getOutputStream().write(Frames.join(frames));
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    });
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] answer = new byte[6];
            for (int i = 0; i < frames.length; i++) {
                in.readFully(answer);
                assertThat(new String(answer, 2, 4)).isEqualTo(String.format("%04d", i));
            }
        }
    }

    @Test
    void aClientThatDoesNotReadCostsOneBufferAndIsClosedInTime() throws Exception {
        long lent = Buffers.DIRECT.outstanding();
        try (Socket socket = server.connect("/", null)) {
            Echo echo = opened();
            Queue<String> failures = new ConcurrentLinkedQueue<>();
            AtomicInteger waiting = new AtomicInteger();
            String text = "x".repeat(100_000);
            while (echo.connection.isOpen()) {
                if (waiting.get() == 2) {
                    assertThat(Buffers.DIRECT.outstanding() - lent).isLessThanOrEqualTo(1);
                    Thread.onSpinWait();
                    continue;
                }
                waiting.incrementAndGet();
                echo.connection.sendText(
                        text,
                        1000,
                        failure -> {
                            if (failure != null) {
                                failures.add(failure.getMessage());
                            }
                            waiting.decrementAndGet();
                        });
            }
            await(() -> echo.told.contains("closed 1006 "));
            await(() -> failures.contains("a message was not written in time"));
            // Those of the test before may have come back meanwhile, too.
            await(() -> Buffers.DIRECT.outstanding() <= lent);
        }
    }

    @Test
    void aReceiverThatWaitsForItsClientHoldsUpNobody() throws Exception {
        try (Socket slow = server.connect("/", null);
                Socket other = server.connect("/", null)) {
            byte[] frame = Frames.text("x".repeat(1_000_000));
            threads.execute(
                    () -> {
                        try {
                            while (true) {
                                slow.getOutputStream().write(frame);
                            }
                        } catch (IOException e) {
                            // It is closed in the end.
                        }
                    });
            DataInputStream in = new DataInputStream(other.getInputStream());
            byte[] answer = new byte[3];
            for (int i = 0; i < 2000; i++) {
                other.getOutputStream().write(Frames.text("a"));
                in.readFully(answer);
                assertThat(answer[2]).isEqualTo((byte) 'a');
            }
        }
    }

    @Test
    void broadcastsOfManyThreadsAreNotMixed() throws Exception {
        List<Heard> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Heard heard = new Heard();
            all.add(heard);
            jdk(heard);
        }
        await(() -> server.opened.stream().filter(echo -> echo.connection != null).count() == 5);
        CountDownLatch over = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            String text = String.valueOf(i).repeat(1000);
            threads.execute(
                    () -> {
                        for (int n = 0; n < 50; n++) {
                            for (Echo echo : server.opened) {
                                try {
                                    echo.connection.sendText(text);
                                } catch (IOException e) {
                                    throw new IllegalStateException(e);
                                }
                            }
                        }
                        over.countDown();
                    });
        }
        assertThat(over.await(20, TimeUnit.SECONDS)).isTrue();
        for (Heard heard : all) {
            for (int i = 0; i < 200; i++) {
                String line = heard.next();
                assertThat(line).hasSize(1000);
                assertThat(line.chars().distinct().count()).isOne();
            }
        }
    }

    // ---- the client's side

    /** A client on a connection of the wire; tells its messages. */
    private final class Client extends Echo implements BytesHandler {
        final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private final PerMessageDeflate deflate;
        private WebSocketConnection own;

        Client(String path, PerMessageDeflate deflate) throws IOException {
            this.deflate = deflate;
            String offer = deflate == null ? null : deflate.answer().toString();
            Socket socket = server.connect(path, offer);
            new ClientBytes(socket, socket, new byte[0], threads, this, () -> own.lost()).begin();
        }

        @Override
        public void opened(UpgradedBytes bytes) throws IOException {
            own = new WebSocketConnection(Role.CLIENT, bytes, EchoServer.LARGE, deflate, this);
            own.opened();
        }

        @Override
        public void readable() throws IOException {
            own.readable();
        }

        @Override
        public void turn() throws IOException {
            own.turn();
        }

        @Override
        public void text(String message) {
            lines.add(message);
        }

        String next() throws InterruptedException {
            return lines.poll(20, TimeUnit.SECONDS);
        }
    }

    private void talks(Client client) throws Exception {
        for (int length : new int[] {0, 1, 125, 126, 65_535, 65_536, 1_000_000}) {
            String text = "Serval".repeat(length / 6 + 1).substring(0, length);
            client.own.sendText(text);
            assertThat(client.next()).isEqualTo(text);
        }
        client.own.close(1000, "done");
        await(() -> client.told.contains("closed 1000 "));
        await(() -> opened().told.contains("closed 1000 done"));
    }

    @Test
    void aClientOfTheWireTalksToAServerOfTheWire() throws Exception {
        talks(new Client("/", null));
    }

    @Test
    void theyCompressEachMessageAlone() throws Exception {
        talks(new Client("/", new PerMessageDeflate(false, false, false)));
    }

    @Test
    void theyCompressWithAContext() throws Exception {
        talks(new Client("/keeps", new PerMessageDeflate(true, true, false)));
    }

    @Test
    void aClientHearsThatTheServerCloses() throws Exception {
        Client client = new Client("/", null);
        opened().connection.close(1008, "no");
        await(() -> client.told.contains("closed 1008 no"));
        await(() -> opened().told.contains("closed 1008 "));
    }
}
