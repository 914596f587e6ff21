package dev.serval.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GcLogTest {
    @TempDir Path directory;

    @Test
    void readsPausesAndWhatWasLeftOfTheHeap() throws Exception {
        Path file =
                Files.writeString(
                        directory.resolve("gc"),
                        """
                        [0.006s] Using G1
                        [1.200s] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 25M->3M(256M) 2.123ms
                        [3.000s] GC(1) Concurrent Mark Cycle 4.000ms
                        [3.100s] GC(1) Pause Remark 2048K->1024K(256M) 1.500ms
                        [9.000s] GC(2) Pause Young (Normal) (G1 Evacuation Pause) 25M->3M(256M) 2.123ms
                        """);
        assertThat(GcLog.read(file).between(1, 5).pauses())
                .hasSize(2)
                .first()
                .satisfies(pause -> assertThat(pause.heapMiB()).isEqualTo(3));
        assertThat(GcLog.read(file).between(1, 5).series("A", ""))
                .satisfiesExactly(
                        heap -> assertThat(heap.values()).isEqualTo(List.of(3.0, 1.0)),
                        pauses -> assertThat(pauses.values()).isEqualTo(List.of(2.123, 1.5)));
    }
}
