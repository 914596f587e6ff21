package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HeapRoomTest {
    /** In a process of its own, for its heap is full then. */
    public static void main(String[] args) {
        HeapRoom room = new HeapRoom();
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
