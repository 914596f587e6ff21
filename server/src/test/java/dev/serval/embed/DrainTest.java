package dev.serval.embed;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.serval.LoggedEvents;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.lifecycle.Readiness;
import dev.serval.lifecycle.Readiness.State;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** The stop of a server under load. */
class DrainTest {
    private static final Executor OWN_THREAD = task -> new Thread(task).start();
    private static final int CLIENTS = 6;
    private static final int DOWNLOAD = 5 << 20;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    // Within it a client that still saw a ready server opens its connection.
    private static final Duration TO_HEAR = Duration.ofSeconds(1);

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger told = new AtomicInteger();
    private Serval serval;

    @AfterEach
    void close() {
        go.countDown();
        if (serval != null) {
            serval.close();
        }
    }

    /** Clients keep their connections, ask without pause, and go elsewhere when told so. */
    @ParameterizedTest
    @EnumSource(IoModel.class)
    void noRequestIsCutAndADownloadEndsWhole(IoModel io) throws Exception {
        start(io);
        Readiness readiness = serval.readiness();
        CompletableFuture<Integer> download = CompletableFuture.supplyAsync(this::load, OWN_THREAD);
        entered.await();
        List<Thread> clients = new ArrayList<>();
        int port = serval.port();
        for (int i = 0; i < CLIENTS; i++) {
            Thread client = new Thread(() -> ask(port, readiness), "client-" + i);
            clients.add(client);
            client.start();
        }
        until(() -> answered.get() > 20 * CLIENTS);
        CompletableFuture<Void> drain =
                CompletableFuture.runAsync(() -> serval.drain(TO_HEAR, LIMIT), OWN_THREAD);
        for (Thread client : clients) {
            client.join();
        }
        go.countDown(); // the rest of the download: the port is closed by now
        assertThat(download.get(20, TimeUnit.SECONDS)).isEqualTo(DOWNLOAD);
        drain.get(20, TimeUnit.SECONDS);
        assertThat(wrong).isEmpty();
        assertThat(told.get())
                .as("those who heard Connection: close")
                .isGreaterThanOrEqualTo(CLIENTS);
        assertThat(readiness.state()).isEqualTo(State.STOPPED);
    }

    @Test
    void isNotReadyWhileThePortIsStillOpen() throws Exception {
        start(IoModel.NIO);
        Readiness readiness = serval.readiness();
        assertThat(readiness.isReady()).isTrue();
        CompletableFuture<Void> drain =
                CompletableFuture.runAsync(() -> serval.drain(LIMIT, LIMIT), OWN_THREAD);
        until(() -> readiness.state() == State.DRAINING);
        assertThat(readiness.now().reasons()).containsExactly("told to drain");
        assertThat(Asked.get(serval, "/hello")).startsWith("HTTP/1.1 200");
        serval.stop(LIMIT); // ends the delay
        drain.get(20, TimeUnit.SECONDS);
        assertThat(readiness.state()).isEqualTo(State.STOPPED);
    }

    @Test
    void anAsynchronousRequestIsWaitedFor() throws Exception {
        start(IoModel.NIO);
        CompletableFuture<String> answer =
                CompletableFuture.supplyAsync(() -> get("/async"), OWN_THREAD);
        entered.await();
        Readiness readiness = serval.readiness();
        CompletableFuture<Void> drain =
                CompletableFuture.runAsync(() -> serval.drain(Duration.ZERO, LIMIT), OWN_THREAD);
        until(() -> readiness.state() == State.DRAINING);
        go.countDown();
        assertThat(answer.get(20, TimeUnit.SECONDS)).startsWith("HTTP/1.1 200").endsWith("late");
        drain.get(20, TimeUnit.SECONDS);
    }

    @Test
    void whoIsNotReadyInTimeIsNamedWithTheStackOfItsThread() throws Exception {
        LoggedEvents log = new LoggedEvents();
        Logger logger = (Logger) LoggerFactory.getLogger("dev.serval.connector");
        logger.addAppender(log);
        try {
            start(IoModel.NIO);
            CompletableFuture.supplyAsync(() -> get("/wait"), OWN_THREAD);
            entered.await();
            serval.drain(Duration.ZERO, Duration.ofMillis(20));
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .anySatisfy(
                        line ->
                                assertThat(line)
                                        .startsWith("SRV-0912 ")
                                        .contains("GET /wait, by thread ")
                                        .contains(Answers.class.getName()));
    }

    private void start(IoModel io) throws Exception {
        serval = Serval.on(ConnectorConfig.of(io, 0)).servlet("", "/", new Answers()).start();
    }

    private void ask(int port, Readiness readiness) {
        try {
            while (readiness.state() == State.READY) {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    socket.setSoTimeout(20_000);
                    InputStream in = new BufferedInputStream(socket.getInputStream());
                    boolean kept = true;
                    while (kept) {
                        send(socket, "/hello");
                        String head = head(in);
                        if (!head.startsWith("HTTP/1.1 200") || in.readNBytes(5).length != 5) {
                            throw new IOException("cut: " + head);
                        }
                        answered.incrementAndGet();
                        kept = !head.contains("Connection: close");
                    }
                    told.incrementAndGet();
                }
            }
        } catch (IOException e) {
            wrong.add(e.toString());
        }
    }

    private static void send(Socket socket, String path) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection ends within a head: " + head);
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    private String get(String path) {
        try {
            return Asked.get(serval, path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The number of bytes of the body. */
    private int load() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), serval.port())) {
            socket.setSoTimeout(20_000);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            send(socket, "/load");
            head(in);
            return in.readNBytes(DOWNLOAD).length;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void until(java.util.function.BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private final class Answers extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            switch (request.getServletPath()) {
                case "/load" -> {
                    response.setContentLength(DOWNLOAD);
                    response.getOutputStream().write(new byte[DOWNLOAD / 2]);
                    entered.countDown();
                    await();
                    response.getOutputStream().write(new byte[DOWNLOAD / 2]);
                }
                case "/async" -> {
                    AsyncContext async = request.startAsync();
                    async.setTimeout(20_000);
                    entered.countDown();
                    OWN_THREAD.execute(() -> answerLate(async));
                }
                case "/wait" -> {
                    entered.countDown();
                    await();
                }
                default -> {
                    response.setContentLength(5);
                    response.getOutputStream().write("hello".getBytes(StandardCharsets.UTF_8));
                }
            }
        }

        private void answerLate(AsyncContext async) {
            try {
                await();
                async.getResponse().getWriter().print("late");
                async.complete();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void await() {
            try {
                go.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the stop
            }
        }
    }
}
