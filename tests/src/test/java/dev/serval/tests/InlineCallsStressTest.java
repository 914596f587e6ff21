package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.ConnectorConfig;
import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Connections that ask a fast servlet at 30 % load, beside others whose servlets are slow, wait for
 * another server, or are fast mostly: inline calls delay none of them by more than 1 ms at the 99th
 * percentile beyond what the same servlets on workers do, in the same run. Prints its figures.
 */
@Tag("full")
final class InlineCallsStressTest {
    private static final int OBSERVERS = 8;
    private static final int BESIDE = 4;
    // Many short ones: what else the machine does is in some of both.
    private static final int ROUNDS = 11;
    private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double LOAD = 0.3;
    private static final List<String> KINDS =
            List.of("fast", "slow", "blocking", "mixed", "computing");

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger computed = new AtomicInteger();

    private Serval start(Wire wire, boolean inline, int peer) throws Exception {
        ConnectorConfig config =
                new Settings()
                        .config(wire)
                        .change()
                        .inlineCalls(inline)
                        .maxKeepAliveRequests(-1)
                        .done();
        ServalBuilder builder = Serval.onPort(0).connector(unchanged -> config);
        servlet(builder, "/observed", () -> null);
        servlet(builder, "/fast", () -> null);
        servlet(
                builder,
                "/slow",
                () -> {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
                    return null;
                });
        servlet(
                builder,
                "/blocking",
                () -> {
                    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), peer)) {
                        return socket.getInputStream().read();
                    }
                });
        servlet(
                builder,
                "/mixed",
                () -> {
                    // Short for long enough to be trusted, again and again.
                    if (calls.incrementAndGet() % 100 == 0) {
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                    }
                    return null;
                });
        servlet(
                builder,
                "/computing",
                () -> {
                    // Too short for who looks every millisecond, as soon as it is trusted.
                    if (computed.incrementAndGet() % 1000 > 50) {
                        long end = System.nanoTime() + 900_000;
                        while (System.nanoTime() - end < 0) {
                            Thread.onSpinWait();
                        }
                    }
                    return null;
                });
        return builder.start();
    }

    private static void servlet(ServalBuilder builder, String path, Callable<Object> work) {
        builder.servlet(
                "/app",
                path,
                new OneServlet.Given(
                        (request, response) -> {
                            try {
                                work.call();
                            } catch (IOException | RuntimeException e) {
                                throw e;
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                            answer(response);
                        }));
    }

    private static void answer(HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.getWriter().print("Hello, world!");
    }

    /** Another server, which answers after 10 ms. */
    private static void answerSlowly(ServerSocket peer) {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            while (true) {
                Socket socket = peer.accept();
                threads.execute(
                        () -> {
                            try (socket) {
                                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                                socket.getOutputStream().write(1);
                            } catch (IOException e) {
                                // The test is over.
                            }
                        });
            }
        } catch (IOException e) {
            threads.shutdown();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void nobodyIsDelayedByTheCallsOfOthers(Wire wire) throws Exception {
        try (ServerSocket peer = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> answerSlowly(peer), "peer");
            answering.start();
            try (Serval pooled = start(wire, false, peer.getLocalPort());
                    Serval inline = start(wire, true, peer.getLocalPort())) {
                // Whatever is compiled first must not favour the other.
                observe(wire, pooled, "fast", 0);
                observe(wire, inline, "fast", 0);
                double each = LOAD * capacity(wire, pooled) / OBSERVERS;
                System.out.printf(
                        "%s: %d connections, %.0f requests/s each%n", wire, OBSERVERS, each);
                for (String kind : KINDS) {
                    double[][] p99 = new double[2][ROUNDS];
                    for (int round = 0; round < ROUNDS; round++) {
                        p99[0][round] = p99(observe(wire, pooled, kind, each));
                        p99[1][round] = p99(observe(wire, inline, kind, each));
                    }
                    System.out.printf(
                            "%s beside %s: p99 on workers %s ms, inline %s ms%n",
                            wire, kind, sorted(p99[0]), sorted(p99[1]));
                    assertThat(median(p99[1])).as(kind).isLessThanOrEqualTo(median(p99[0]) + 1);
                }
            }
        }
    }

    private static double capacity(Wire wire, Serval server) throws Exception {
        return observe(wire, server, "fast", 0).length / (ROUND_NANOS / 1e9);
    }

    /** Nanoseconds of each answer; at that rate per connection, or as fast as they come for 0. */
    private static long[] observe(Wire wire, Serval server, String beside, double rate)
            throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<long[]>> others =
                    IntStream.range(0, rate == 0 ? 0 : BESIDE)
                            .mapToObj(i -> threads.submit(() -> ask(wire, server, beside, over)))
                            .toList();
            List<Future<long[]>> observers =
                    IntStream.range(0, OBSERVERS)
                            .mapToObj(i -> threads.submit(() -> observe(wire, server, rate)))
                            .toList();
            LongStream all = LongStream.empty();
            for (Future<long[]> observer : observers) {
                all = LongStream.concat(all, Arrays.stream(observer.get(60, TimeUnit.SECONDS)));
            }
            over.set(true);
            for (Future<long[]> other : others) {
                other.get(60, TimeUnit.SECONDS);
            }
            return all.sorted().toArray();
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
    }

    /** The load of others: with pauses, so that none of them takes more than a slow one. */
    private static long[] ask(Wire wire, Serval server, String kind, AtomicBoolean over)
            throws IOException {
        String request = request("GET", "/app/" + kind);
        long pause =
                switch (kind) {
                    case "slow", "blocking" -> 0;
                    case "computing" -> 4_000_000;
                    default -> 500_000;
                };
        try (RawClient client = new RawClient(wire, server.port())) {
            while (!over.get()) {
                assertThat(client.exchange(request).status()).isEqualTo(200);
                if (pause > 0) {
                    LockSupport.parkNanos(pause);
                }
            }
        }
        return new long[0];
    }

    private static long[] observe(Wire wire, Serval server, double rate) throws IOException {
        String request = request("GET", "/app/observed");
        long[] nanos = new long[1024];
        int count = 0;
        long pause = rate == 0 ? 0 : (long) (1e9 / rate);
        try (RawClient client = new RawClient(wire, server.port())) {
            long start = System.nanoTime();
            long next = start;
            while (next - start < ROUND_NANOS) {
                while (System.nanoTime() - next < 0) {
                    LockSupport.parkNanos(next - System.nanoTime());
                }
                long sent = System.nanoTime();
                assertThat(client.exchange(request).status()).isEqualTo(200);
                if (count == nanos.length) {
                    nanos = Arrays.copyOf(nanos, 2 * count);
                }
                nanos[count++] = System.nanoTime() - sent;
                // One that is late does not make up for it: that would be another load.
                next = Math.max(next + pause, System.nanoTime());
            }
        }
        return Arrays.copyOf(nanos, count);
    }

    private static double p99(long[] sorted) {
        return Math.round(sorted[(int) (sorted.length * 0.99)] / 1e4) / 100.0;
    }

    private static List<Double> sorted(double[] values) {
        return Arrays.stream(values).sorted().boxed().toList();
    }

    private static double median(double[] values) {
        return sorted(values).get(values.length / 2);
    }
}
