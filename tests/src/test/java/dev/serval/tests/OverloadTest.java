package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.http.Exchange;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * 400 clients that send a head slowly, 400 that send a body slowly and 400 that read slowly, all at
 * once, on connectors with every default: 50 others are answered in time, and nothing is left over.
 */
@Tag("full")
final class OverloadTest {
    private static final int SLOW = 400;
    private static final int NORMAL = 50;
    private static final byte[] ANSWER = "Hello, world!".getBytes(ISO_8859_1);

    private record Latencies(int count, double median, double p99, double worst) {
        @Override
        public String toString() {
            return String.format(
                    "%d answers, median %.1f ms, p99 %.1f ms, worst %.1f ms",
                    count, median, p99, worst);
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void slowClientsHoldUpNobodyAndLeaveNothing(Wire wire) throws Exception {
        Assumptions.assumeTrue(
                wire.io() != IoModel.BIO || Runtime.version().feature() >= 21,
                "BIO needs virtual threads for more than maxThreads connections");
        long descriptors = descriptors();
        Connector connector = connector(wire);
        connector.start();
        try {
            int threads = Thread.activeCount();
            List<RawClient> slow = new ArrayList<>();
            AtomicBoolean over = new AtomicBoolean();
            Thread dripping = new Thread(() -> drip(slow, over), "dripping");
            try {
                for (int i = 0; i < SLOW; i++) {
                    slow.add(RawClient.slow(wire, connector.port()).send("GET / HTTP/1.1\r\nX: "));
                    slow.add(
                            RawClient.slow(wire, connector.port())
                                    .send(request("POST", "/read", "Content-Length: 100000")));
                    slow.add(RawClient.slow(wire, connector.port()).send(request("GET", "/big")));
                }
                dripping.start();
                Latencies latencies = ask(wire, connector, NORMAL, 8);
                System.out.println("overload, " + wire + ": " + latencies);
                assertThat(connector.connections())
                        .as("slow ones")
                        .isGreaterThanOrEqualTo(3 * SLOW);
                assertThat(latencies.p99).isLessThan(1000);
            } finally {
                over.set(true);
                dripping.join();
                for (RawClient client : slow) {
                    client.reset();
                }
            }
            Waiting.until("all are gone", 30_000, () -> connector.connections() == 0);
            Waiting.until("all buffers are back", () -> connector.buffersOnLoan() == 0);
            System.out.println("threads before " + threads + ", after " + Thread.activeCount());
        } finally {
            connector.stop(Duration.ofSeconds(5));
        }
        Waiting.until(
                "threads end",
                () ->
                        Thread.getAllStackTraces().keySet().stream()
                                .noneMatch(thread -> thread.getName().startsWith("http-")));
        Waiting.until("descriptors are closed", () -> descriptors() <= descriptors + 5);
    }

    /** Prints figures for the documentation. */
    @ParameterizedTest
    @EnumSource(
            value = Wire.class,
            names = {"BIO", "NIO", "NIO2"})
    void whatCallsThatOnlyComputeDoToTheOthers(Wire wire) throws Exception {
        Connector connector = connector(wire);
        connector.start();
        try {
            for (int busy : new int[] {0, 1, 2, 4, 8}) {
                AtomicBoolean over = new AtomicBoolean();
                ExecutorService clients = Executors.newCachedThreadPool();
                for (int i = 0; i < busy; i++) {
                    clients.submit(() -> compute(wire, connector, over));
                }
                Latencies latencies = ask(wire, connector, 10, 3);
                System.out.println(wire + " beside " + busy + " that compute: " + latencies);
                over.set(true);
                clients.shutdown();
                assertThat(clients.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            connector.stop(Duration.ofSeconds(5));
        }
    }

    private static Void compute(Wire wire, Connector connector, AtomicBoolean over)
            throws IOException {
        try (RawClient client = new RawClient(wire, connector.port())) {
            while (!over.get()) {
                client.exchange(request("GET", "/compute"));
            }
        }
        return null;
    }

    private static Connector connector(Wire wire) throws IOException {
        return new Connector(
                ConnectorConfig.of(wire.io(), 0)
                        .change()
                        .address("localhost")
                        .maxKeepAliveRequests(-1)
                        .tls(wire.tls() ? TestTls.shared() : null)
                        .done(),
                exchange -> exchange.dispatch(() -> answer(exchange)));
    }

    /** Like a servlet: blocking, on a thread for applications. */
    private static void answer(Exchange exchange) {
        try {
            switch (exchange.request().rawTarget()) {
                case "/read" -> {
                    ByteBuffer buffer = ByteBuffer.allocate(8192);
                    while (exchange.read(buffer.clear()) >= 0) {
                        // It is dropped.
                    }
                }
                case "/big" -> {
                    for (int i = 0; i < 10_000; i++) {
                        exchange.write(ByteBuffer.allocate(8192));
                    }
                }
                case "/compute" -> {
                    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                }
                default -> {}
            }
            exchange.end(ByteBuffer.wrap(ANSWER));
        } catch (IOException e) {
            exchange.fail(e);
        }
    }

    /** A byte per second of each: of the head, of the body, of the response. */
    private static void drip(List<RawClient> slow, AtomicBoolean over) {
        while (!over.get()) {
            for (int i = 0; i < slow.size(); i++) {
                try {
                    if (i % 3 == 2) {
                        slow.get(i).skip(1);
                    } else {
                        slow.get(i).send("x");
                    }
                } catch (IOException e) {
                    throw new AssertionError("a slow client was cut early", e);
                }
            }
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
        }
    }

    /** So many clients that ask one request after the other. */
    private static Latencies ask(Wire wire, Connector connector, int clients, int seconds)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Future<long[]>> futures = new ArrayList<>();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            for (int i = 0; i < clients; i++) {
                futures.add(threads.submit(() -> ask(wire, connector.port(), end)));
            }
            List<long[]> all = new ArrayList<>();
            for (Future<long[]> future : futures) {
                all.add(future.get(60, TimeUnit.SECONDS));
            }
            long[] nanos = all.stream().flatMapToLong(Arrays::stream).sorted().toArray();
            return new Latencies(
                    nanos.length,
                    nanos[nanos.length / 2] / 1e6,
                    nanos[(int) (nanos.length * 0.99)] / 1e6,
                    nanos[nanos.length - 1] / 1e6);
        } finally {
            threads.shutdownNow();
        }
    }

    private static long[] ask(Wire wire, int port, long end) throws IOException {
        long[] nanos = new long[16];
        int count = 0;
        try (RawClient client = new RawClient(wire, port)) {
            while (System.nanoTime() < end) {
                long start = System.nanoTime();
                RawResponse response = client.exchange(request("GET", "/"));
                assertThat(response.status()).isEqualTo(200);
                if (count == nanos.length) {
                    nanos = Arrays.copyOf(nanos, 2 * count);
                }
                nanos[count++] = System.nanoTime() - start;
            }
        }
        return Arrays.copyOf(nanos, count);
    }

    private static long descriptors() {
        String[] open = new File("/proc/self/fd").list();
        return open == null ? 0 : open.length;
    }
}
