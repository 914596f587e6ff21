package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.http.HttpHandler;
import dev.serval.http.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What waits before a port that is closed is taken in, as with the other kinds of connectors. */
@Timeout(60)
class Nio2QueueTest {
    // No system's queue is shorter than that of this many, with those that hold the threads.
    private static final int WAITING = 100;
    // All together they take longer than a port waits for one.
    private static final long TAKES = TimeUnit.MILLISECONDS.toNanos(5);

    @Test
    void whoWaitsInTheQueueOfAPortThatEndsIsAnswered() throws Exception {
        // As many as the group has threads, so that nobody is accepted meanwhile.
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        CountDownLatch busy = new CountDownLatch(threads);
        CountDownLatch gate = new CountDownLatch(1);
        HttpHandler handler =
                exchange -> {
                    try {
                        if (exchange.request().rawPath().equals("/hold")) {
                            busy.countDown();
                            gate.await(20, TimeUnit.SECONDS);
                        }
                        synchronized (gate) {
                            LockSupport.parkNanos(TAKES); // one at a time, whatever the machine
                        }
                        exchange.refuse(Refusal.NOT_FOUND, "");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                };
        Connector connector = new Connector(ConnectorConfig.of(IoModel.NIO2, 0), handler);
        connector.start();
        List<Socket> waiting = new ArrayList<>();
        Thread stop =
                new Thread(
                        () -> connector.stop(Duration.ofSeconds(10), Duration.ofMillis(500)),
                        "stop");
        try {
            List<Socket> holding = new ArrayList<>();
            while (busy.getCount() > 0) {
                holding.add(ask(connector, "/hold"));
                busy.await(100, TimeUnit.MILLISECONDS);
            }
            waiting.addAll(holding);
            for (int i = 0; i < WAITING; i++) {
                waiting.add(ask(connector, "/"));
            }
            stop.start();
            while (stop.isAlive() && stop.getState() != Thread.State.TIMED_WAITING) {
                LockSupport.parkNanos(100_000);
            }
            gate.countDown();
            for (Socket client : waiting) {
                assertThat(new String(client.getInputStream().readAllBytes(), "US-ASCII"))
                        .startsWith("HTTP/1.1 404 ");
            }
        } finally {
            gate.countDown();
            for (Socket client : waiting) {
                client.close();
            }
            connector.stop(Duration.ZERO);
            stop.join();
        }
    }

    private static Socket ask(Connector connector, String path) throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), connector.port());
        client.setSoTimeout(20_000);
        String request = "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
        client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return client;
    }
}
