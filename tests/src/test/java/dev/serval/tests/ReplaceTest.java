package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.container.Server;
import dev.serval.embed.Serval;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Promise 4: replacing an application loses no request. Clients ask without pause, for a small file
 * that is answered from memory, a large one, and one that is not there; every answer is whole, and
 * of one version.
 */
class ReplaceTest {
    private static final int TIMES = 20;
    private static final int LARGE = 300_000;

    @TempDir private Path base;

    @ParameterizedTest
    @EnumSource(Wire.class)
    void inAnEmbeddedServer(Wire wire) throws Exception {
        Path war = base.resolve("shop.war");
        Files.write(war, war(0));
        try (Serval serval =
                        Serval.onPort(0)
                                .connector(unchanged -> new Settings().config(wire))
                                .webapp("/shop", war)
                                .start();
                Clients clients = new Clients(wire, serval.port())) {
            for (int version = 1; version <= TIMES; version++) {
                clients.waitForVersion(version - 1);
                Files.write(war, war(version));
                serval.deploy("/shop", war);
            }
            clients.waitForVersion(TIMES);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BIO", "NIO", "NIO2"})
    void byAWarThatIsDroppedInAnew(Wire wire) throws Exception {
        Server server = start(wire);
        try (Clients clients = new Clients(wire, server.connectors().get(0).port())) {
            for (int version = 1; version <= TIMES; version++) {
                clients.waitForVersion(version - 1);
                if (version % 2 == 0) {
                    Path beside = Files.write(base.resolve("beside"), war(version));
                    Files.move(
                            beside,
                            base.resolve("webapps/shop.war"),
                            StandardCopyOption.ATOMIC_MOVE);
                } else {
                    Files.write(base.resolve("webapps/shop.war"), war(version));
                }
            }
            clients.waitForVersion(TIMES);
        } finally {
            server.stop(Duration.ofSeconds(20));
        }
    }

    private Server start(Wire wire) throws Exception {
        Files.createDirectories(base.resolve("webapps"));
        Files.write(base.resolve("webapps/shop.war"), war(0));
        return Configured.server(base, wire);
    }

    /** Its files begin with its version. */
    private static byte[] war(int version) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            String mark = version + "|";
            zip.putNextEntry(new ZipEntry("small.txt"));
            zip.write(mark.getBytes(StandardCharsets.US_ASCII));
            zip.putNextEntry(new ZipEntry("large.txt"));
            zip.write(mark.repeat(LARGE / mark.length()).getBytes(StandardCharsets.US_ASCII));
        }
        return bytes.toByteArray();
    }

    /** Ask until they are closed, and then tell what went wrong. */
    private static final class Clients implements AutoCloseable {
        private static final List<String> FILES = List.of("small.txt", "large.txt", "none.txt");

        private final AtomicBoolean over = new AtomicBoolean();
        private final AtomicInteger answered = new AtomicInteger();
        private final AtomicInteger seen = new AtomicInteger(-1);
        private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
        private final List<Thread> threads = new ArrayList<>();

        Clients(Wire wire, int port) {
            for (int i = 0; i < 2 * FILES.size(); i++) {
                String file = FILES.get(i % FILES.size());
                Thread thread = new Thread(() -> ask(wire, port, file), "client-" + i);
                threads.add(thread);
                thread.start();
            }
        }

        /** Returns when somebody was answered by it, or something went wrong. */
        void waitForVersion(int version) throws Exception {
            Waiting.until("version " + version, () -> seen.get() >= version || !wrong.isEmpty());
        }

        private void ask(Wire wire, int port, String file) {
            String request = ServerUnderTest.request("GET", "/shop/" + file);
            try {
                while (!over.get()) {
                    askOn(new RawClient(wire, port), file, request);
                }
            } catch (IOException | RuntimeException | AssertionError e) {
                wrong.add(file + ": " + e);
            }
        }

        /** Until the server says that it closes, as it does after some number of requests. */
        private void askOn(RawClient opened, String file, String request) throws IOException {
            try (RawClient client = opened) {
                boolean open = true;
                while (open && !over.get()) {
                    RawResponse response = client.exchange(request);
                    check(file, response);
                    answered.incrementAndGet();
                    open = !"close".equals(response.field("Connection"));
                }
            }
        }

        private void check(String file, RawResponse response) {
            int status = response.status();
            if (file.equals("none.txt") ? status != 404 : status != 200) {
                wrong.add(file + ": " + status);
            } else if (status == 200) {
                String text = response.text();
                String mark = text.substring(0, text.indexOf('|') + 1);
                if (!text.replace(mark, "").isEmpty()) {
                    wrong.add(file + " is of two versions");
                }
                int version = Integer.parseInt(mark.substring(0, mark.length() - 1));
                seen.accumulateAndGet(version, Math::max);
            }
        }

        @Override
        public void close() throws InterruptedException {
            over.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(wrong).isEmpty();
            assertThat(answered.get()).isGreaterThan(TIMES);
        }
    }
}
