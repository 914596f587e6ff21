package dev.serval.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.http.Exchange;
import dev.serval.net.LoadLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits of a running connector, and of threads that are shared, are set anew. */
@Timeout(120)
class ConnectorLimitsTest {
    private static final int CLIENTS = 16;
    private static final byte[] GET =
            "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String DONE = "done";

    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    private final AtomicInteger running = new AtomicInteger();
    private final Semaphore mayEnd = new Semaphore(0);
    private volatile boolean waits;
    private Connector connector;

    @AfterEach
    void stop() {
        mayEnd.release(1_000_000);
        if (connector != null) {
            connector.stop(Duration.ofSeconds(10));
        }
        clients.shutdownNow();
    }

    private void start(IoModel io, SharedWorkers shared) throws IOException {
        ConnectorConfig config =
                ConnectorConfig.of(io, 0)
                        .change()
                        .address("localhost")
                        // Where it limits connections, too, they must not be crowded.
                        .load(limits(counts(io) ? 2 : 4 * CLIENTS))
                        .maxKeepAliveRequests(-1)
                        .executor(shared)
                        .done();
        connector = new Connector(config, exchange -> exchange.dispatch(() -> answer(exchange)));
        connector.start();
    }

    private static LoadLimits limits(int maxThreads) {
        LoadLimits usual = LoadLimits.DEFAULTS;
        return usual.with(
                usual.threads().threads(maxThreads, 1, false),
                true,
                usual.connectionTimeout(),
                usual.keepAliveTimeout());
    }

    private void answer(Exchange exchange) {
        running.incrementAndGet();
        try {
            if (waits) {
                mayEnd.acquireUninterruptibly();
            }
            running.decrementAndGet();
            exchange.end(ByteBuffer.wrap(DONE.getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getByName("localhost"), connector.port());
        socket.setSoTimeout(30_000);
        return socket;
    }

    private static void expectAnswer(Socket socket) throws IOException {
        StringBuilder seen = new StringBuilder();
        while (seen.indexOf("\r\n\r\n" + DONE) < 0) {
            int c = socket.getInputStream().read();
            assertThat(c).as("after %s", seen).isNotNegative();
            seen.append((char) c);
        }
        assertThat(seen).startsWith("HTTP/1.1 200");
    }

    /** Where connections have threads of the platform of their own, these are their limit. */
    private static boolean counts(IoModel io) {
        return io != IoModel.BIO || Runtime.version().feature() >= 21;
    }

    private void setAnew(SharedWorkers shared, LoadLimits limits) {
        if (shared == null) {
            connector.limits(limits);
        } else {
            assertThatThrownBy(() -> connector.limits(limits))
                    .isInstanceOf(IllegalStateException.class);
            shared.limits(limits);
        }
    }

    private void noRequestFails(IoModel io, SharedWorkers shared) throws Exception {
        start(io, shared);
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger answered = new AtomicInteger();
        List<Future<?>> asking = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            asking.add(
                    clients.submit(
                            () -> {
                                try (Socket socket = connect()) {
                                    while (!over.get()) {
                                        socket.getOutputStream().write(GET);
                                        expectAnswer(socket);
                                        answered.incrementAndGet();
                                    }
                                }
                                return null;
                            }));
        }
        for (int swap = 0; swap < 50; swap++) {
            setAnew(shared, limits(swap % 2 == 0 ? 10 : 1));
            int before = answered.get();
            while (answered.get() < before + 100 && asking.stream().noneMatch(Future::isDone)) {
                Thread.onSpinWait();
            }
        }
        over.set(true);
        for (Future<?> client : asking) {
            client.get();
        }
    }

    @ParameterizedTest
    @EnumSource
    void noRequestFailsWhileLimitsChange(IoModel io) throws Exception {
        noRequestFails(io, null);
    }

    @ParameterizedTest
    @EnumSource
    void noRequestFailsWhileThoseOfSharedThreadsChange(IoModel io) throws Exception {
        noRequestFails(io, new SharedWorkers("shared", limits(2)));
    }

    @ParameterizedTest
    @EnumSource
    void whatWaitsIsLetInAndWhatRunsEnds(IoModel io) throws Exception {
        assumeTrue(counts(io));
        start(io, null);
        int each = io == IoModel.BIO ? 10 : 1;
        waits = true;
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < 4 * each; i++) {
            Socket socket = connect();
            sockets.add(socket);
            socket.getOutputStream().write(GET);
        }
        awaitRunning(2 * each);
        connector.limits(limits(4));
        awaitRunning(4 * each);

        connector.limits(limits(1));
        mayEnd.release(4 * each);
        for (Socket socket : sockets) {
            expectAnswer(socket);
        }
        for (Socket socket : sockets) {
            socket.getOutputStream().write(GET);
        }
        awaitRunning(each);
        for (Socket socket : sockets) {
            mayEnd.release();
            assertAtMost(each);
        }
        for (Socket socket : sockets) {
            expectAnswer(socket);
            socket.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneThatIsStoppedTwiceLeavesTheOthersTheirThreads(IoModel io) throws Exception {
        SharedWorkers shared = new SharedWorkers("shared", limits(2));
        start(io, shared);
        Connector first = connector;
        start(io, shared);
        first.stop(Duration.ofSeconds(10));
        first.stop(Duration.ofSeconds(10));
        try (Socket socket = connect()) {
            socket.getOutputStream().write(GET);
            expectAnswer(socket);
        }
    }

    private void awaitRunning(int count) {
        while (running.get() != count) {
            Thread.onSpinWait();
        }
    }

    private void assertAtMost(int count) {
        assertThat(running.get()).isLessThanOrEqualTo(count);
    }
}
