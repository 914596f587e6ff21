package dev.serval.connector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Exchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of connections when a port ends. */
@Timeout(60)
class PortEndTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicInteger held = new AtomicInteger();
    private final List<Socket> sockets = new ArrayList<>();
    private Connector connector;

    @AfterEach
    void close() throws IOException {
        go.countDown();
        connector.stop(Duration.ZERO);
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** Every loop is held up, so that nobody has accepted them when the port is closed. */
    @Test
    void thoseThatWaitBeforeAPortAreServed() throws Exception {
        start(IoModel.NIO);
        int loops = Runtime.getRuntime().availableProcessors();
        while (held.get() < loops) {
            int before = held.get();
            send(connect(), "/hold");
            until(() -> held.get() > before);
        }
        Socket waiting = connect();
        send(waiting, "/");
        connector.pause();
        go.countDown();
        assertThat(answer(waiting)).startsWith("HTTP/1.1 200").contains("Connection: close");
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void aRequestThatIsOnItsWayToAnIdleConnectionIsAnswered(IoModel io) throws Exception {
        go.countDown();
        start(io);
        Socket kept = connect();
        send(kept, "/");
        assertThat(head(kept)).startsWith("HTTP/1.1 200");
        Thread stop = new Thread(() -> connector.stop(LIMIT, LIMIT));
        stop.start();
        until(() -> !accepts());
        send(kept, "/");
        assertThat(answer(kept)).startsWith("HTTP/1.1 200").contains("Connection: close");
        kept.close();
        stop.join();
    }

    private void start(IoModel io) throws IOException {
        connector = new Connector(ConnectorConfig.of(io, 0), this::handle);
        connector.start();
    }

    private void handle(Exchange exchange) {
        if (exchange.request().rawTarget().equals("/hold")) {
            held.incrementAndGet();
            try {
                go.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the stop
            }
        }
        try {
            exchange.end(ByteBuffer.wrap(new byte[] {'o', 'k'}));
        } catch (IOException e) {
            exchange.fail(e);
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.port());
        socket.setSoTimeout(20_000);
        sockets.add(socket);
        return socket;
    }

    private boolean accepts() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.port())) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static void send(Socket socket, String path) throws IOException {
        OutputStream out = socket.getOutputStream();
        String request = "GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n";
        out.write(request.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The head of an answer with two bytes. */
    private static String head(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new IOException("the end after: " + head);
            }
            head.append((char) next);
        }
        assertThat(socket.getInputStream().readNBytes(2)).hasSize(2);
        return head.toString();
    }

    /** All up to the end of the stream. */
    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    private static void until(java.util.function.BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.onSpinWait();
        }
    }
}
