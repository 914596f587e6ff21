package dev.serval.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Exchanges that end at once while the heap is full are all counted. In a process of its own. */
@Timeout(60)
class FullHeapCountTest {
    private static final int MOST_OBJECTS = 200_000;
    private static final int THREADS = 4;
    private static final long FULL_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final String COUNTED = "all have left";

    private static final InFlight FLIGHT = new InFlight();
    private static volatile Object[] held = new Object[MOST_OBJECTS];
    private static volatile boolean full;
    private static volatile boolean over;
    private static volatile boolean failed;

    @TempDir private Path directory;

    private static void fill() {
        Object[] all = held;
        int count = 0;
        int size = 1 << 20;
        while (size > 0) {
            try {
                all[count] = size < 16 ? new Object() : new byte[size];
                count++;
            } catch (OutOfMemoryError e) {
                size /= 2;
            }
        }
    }

    private static void comeAndGo() {
        while (!full) {
            Thread.onSpinWait();
        }
        while (!over) {
            try {
                FLIGHT.enter();
            } catch (OutOfMemoryError e) {
                continue;
            }
            try {
                FLIGHT.leave();
            } catch (OutOfMemoryError e) {
                failed = true;
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(FullHeapCountTest::comeAndGo);
            threads[i].start();
        }
        FLIGHT.enter();
        FLIGHT.leave();
        // Later there is no memory to find the classes.
        LockSupport.parkNanos(1);
        long end = System.nanoTime() + FULL_NANOS;
        fill();
        full = true;
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(1_000_000);
        }
        over = true;
        held = null;
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(
                !failed && FLIGHT.isEmpty() ? COUNTED : "left inside: " + FLIGHT.count());
        System.exit(0);
    }

    @Test
    void whoLeavesIsCounted() throws Exception {
        Path output = directory.resolve("output");
        Process process =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-Xmx32m",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                FullHeapCountTest.class.getName())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            assertThat(process.waitFor(40, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(output, StandardCharsets.UTF_8))
                .contains(COUNTED)
                .doesNotContain("Exception in thread");
    }
}
