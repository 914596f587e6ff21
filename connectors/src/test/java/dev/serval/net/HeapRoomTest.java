package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.serval.thread.ThreadFailures;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HeapRoomTest {
    private static final long TIMES = 1000;

    /** In a process of its own, for its heap is full then. */
    public static void main(String[] args) {
        ThreadFailures harm = new ThreadFailures();
        HeapRoom room = new HeapRoom(harm);
        harm.note("a test", new OutOfMemoryError("of a test"));
        room.require();
        List<byte[]> all = new ArrayList<>(1 << 16);
        int size = 1 << 20;
        while (size >= 1024) {
            try {
                all.add(new byte[size]);
            } catch (OutOfMemoryError e) {
                size /= 2;
            }
        }
        int code = 1;
        try {
            room.require();
        } catch (OutOfMemoryError e) {
            code = 42;
        }
        all.clear(); // an end needs memory, too
        System.exit(code);
    }

    @Test
    void costsNoMemoryInAProcessThatIsNotHurt() {
        ThreadFailures harm = new ThreadFailures();
        HeapRoom room = new HeapRoom(harm);
        long unhurt = allocatedBy(room);
        harm.note("a test", new OutOfMemoryError("of a test"));

        assertThat(unhurt).isLessThan(TIMES * 64);
        assertThat(allocatedBy(room)).isGreaterThan(TIMES * 4096);
    }

    private static long allocatedBy(HeapRoom room) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < TIMES; i++) {
            room.require();
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void aFullHeapHasNone() throws Exception {
        Process process =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-Xmx32m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                HeapRoomTest.class.getName())
                        .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(42);
        } finally {
            process.destroyForcibly();
        }
    }
}
