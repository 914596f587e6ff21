package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A thread goes on whose very first turn ends with an OutOfMemoryError: what runs then was linked
 * before and needs no memory, since there is none. In processes of their own, in which nothing of
 * it has run.
 */
@Timeout(60)
class FullHeapTurnsTest {
    private static final int MOST_SECONDS = 40;

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "loop",
                "loop-in-place",
                "loop-thread",
                "watcher",
                "sweep",
                "worker",
                "queue",
                "called",
                "turn",
                "carriers",
                "connection"
            })
    void theThreadGoesOn(String kind) throws Exception {
        Path output = directory.resolve("output");
        Process process =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-Xmx32m",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                FullHeapTurns.class.getName(),
                                kind)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(output, StandardCharsets.UTF_8))
                .contains(FullHeapTurns.WENT_ON)
                .doesNotContain("Exception in thread");
    }
}
