package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A login ends while the heap is full: the next one gets its turn once there is memory. In a
 * process of its own.
 */
@Timeout(60)
class FullHeapLoginsTest {
    private static final int MOST_OBJECTS = 200_000;
    private static final int PATIENCE = 5000;
    private static final int ENOUGH = 100;
    private static final String ANSWERED = "both were answered";

    private static final Thread MAIN = Thread.currentThread();
    private static volatile Object[] held = new Object[MOST_OBJECTS];
    private static volatile boolean begun;
    private static volatile boolean full;

    @TempDir private Path directory;

    /** Holds whatever the heap has. */
    private static boolean fill() {
        Object[] all = held;
        int count = 0;
        int size = 1 << 20;
        while (true) {
            try {
                all[count] = size < 16 ? new Object() : new byte[size];
                count++;
            } catch (OutOfMemoryError e) {
                if (size == 0) {
                    full = true;
                    return true;
                }
                size /= 2;
            }
        }
    }

    private static boolean fillWhileOneWaits(LoginThreads threads, LoginQueue queue) {
        begun = true;
        while (threads.waiting(queue) == 0 || MAIN.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return fill();
    }

    public static void main(String[] arguments) throws Exception {
        LoginThreads threads = new LoginThreads(1);
        LoginQueue queue = new LoginQueue(threads, new RealmLimits(10, PATIENCE));
        // Links what those that ask need.
        queue.compare(null, () -> true);
        boolean[] first = new boolean[1];
        Thread one =
                new Thread(
                        () ->
                                first[0] =
                                        queue.compare(
                                                null, () -> fillWhileOneWaits(threads, queue)));
        Thread later =
                new Thread(
                        () -> {
                            while (!full) {
                                LockSupport.parkNanos(1_000_000);
                            }
                            LockSupport.parkNanos(ENOUGH * 1_000_000L);
                            held = null;
                        });
        one.start();
        later.start();
        while (!begun) {
            Thread.onSpinWait();
        }
        boolean second = queue.compare(null, () -> true);
        one.join();
        System.out.println(first[0] && second ? ANSWERED : "not");
        System.exit(0);
    }

    @Test
    void theNextOneStillGetsItsTurn() throws Exception {
        Path output = directory.resolve("output");
        Process process =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-Xmx32m",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                FullHeapLoginsTest.class.getName())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            assertThat(process.waitFor(40, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(output, StandardCharsets.UTF_8))
                .contains(ANSWERED)
                .doesNotContain("Exception in thread");
    }
}
