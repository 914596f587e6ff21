package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.IoModel;
import dev.serval.thread.ThreadPoolConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What there is too much of for a server with every default: connections, and slow clients. */
@Tag("full")
final class ExhaustionTest {
    private static final int DESCRIPTORS = 220;
    private static final int IDLE = 400;
    private static final int SLOW = 300;
    private static final int WATCHED_SECONDS = 5;

    @ParameterizedTest
    @EnumSource(
            value = Wire.class,
            names = {"NIO", "NIO2", "BIO"})
    void fewerDescriptorsThanConnections(Wire wire) throws Exception {
        List<Socket> idle = new ArrayList<>();
        try (FewDescriptors server = new FewDescriptors(wire, DESCRIPTORS)) {
            int port = server.port();
            boolean threads = wire.io() == IoModel.BIO && Runtime.version().feature() < 21;
            assertThat(server.lines().toString())
                    .contains("SRV-0943 maxConnections allows " + (threads ? 200 : 8192))
                    .contains("may have 220 descriptors");
            for (int i = 0; i < IDLE; i++) {
                idle.add(connect(port));
            }
            double before = server.cpuSeconds();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WATCHED_SECONDS);
            long worst = 0;
            int answers = 0;
            while (System.nanoTime() < end) {
                long began = System.nanoTime();
                try (RawClient client = new RawClient(wire, port)) {
                    String target = answers % 2 == 0 ? "/hello.txt" : "/app/ignore";
                    assertThat(client.exchange(request("GET", target)).status()).isEqualTo(200);
                }
                worst = Math.max(worst, System.nanoTime() - began);
                answers++;
                Waiting.until("a moment", () -> System.nanoTime() - began > 20_000_000);
            }
            double cpu = (server.cpuSeconds() - before) / WATCHED_SECONDS;
            System.out.printf(
                    "%s, %d descriptors, %d idle connections: %d answers, the slowest after %.0f"
                            + " ms, CPU %.0f %%, %d lines of log%n",
                    wire,
                    DESCRIPTORS,
                    IDLE,
                    answers,
                    worst / 1e6,
                    100 * cpu,
                    server.lines().size());
            assertThat(cpu).as("cores in use").isLessThan(0.5);
            assertThat(server.lines()).hasSizeLessThan(20);
            assertThat(worst).isLessThan(TimeUnit.SECONDS.toNanos(10));
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 20_000);
        return socket;
    }

    /** As many places as BIO has threads on JDK 17. */
    @ParameterizedTest
    @EnumSource(Wire.class)
    void moreSlowClientsThanPlaces(Wire wire) throws Exception {
        Settings settings = new Settings().maxConnections(200).connectionTimeout(60_000);
        try (ServerUnderTest server = ServerUnderTest.start(wire, settings);
                Dripping slow = new Dripping(wire, server.port(), SLOW)) {
            assertThat(settings.maxThreads).isEqualTo(ThreadPoolConfig.DEFAULTS.maxThreads());
            slow.begin();
            long worst = 0;
            int answers = 0;
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WATCHED_SECONDS);
            while (System.nanoTime() < end) {
                long began = System.nanoTime();
                String target = answers % 2 == 0 ? "/hello.txt" : "/app/ignore";
                assertThat(server.get(target).status()).isEqualTo(200);
                worst = Math.max(worst, System.nanoTime() - began);
                answers++;
            }
            System.out.printf(
                    "%s, %d places, %d slow clients: %d answers, the slowest after %.0f ms%n",
                    wire, 200, SLOW, answers, worst / 1e6);
            // Without room it would be the time of a head, a minute.
            assertThat(worst).isLessThan(TimeUnit.SECONDS.toNanos(10));
        }
    }
}
