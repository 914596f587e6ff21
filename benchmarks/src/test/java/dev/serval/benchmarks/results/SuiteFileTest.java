package dev.serval.benchmarks.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SuiteFileTest {
    @TempDir Path directory;

    @Test
    void readsWhatItHasWritten() throws Exception {
        SuiteResult result = result(123_456);
        SuiteFile.write(result(123_456.4), directory.resolve("a/guide.json"));
        assertThat(SuiteFile.read(directory.resolve("a/guide.json")))
                .isEqualTo(
                        new SuiteResult(
                                result.suite(),
                                result.title(),
                                result.machine(),
                                result.settings(),
                                result.servers(),
                                result(123_460).scenarios(),
                                result.started(),
                                null,
                                true,
                                result.series()));
    }

    @Test
    void writesNumbersWithoutExponentAndKeysInOrder() throws Exception {
        Path file = directory.resolve("guide.json");
        SuiteFile.write(result(1_000_000), file);
        assertThat(Files.readString(file))
                .contains("\"value\" : 1000000,")
                .contains("\"p50Ms\" : 0.12346,")
                .containsSubsequence("\"suite\"", "\"machine\"", "\"scenarios\"", "\"series\"");
    }

    private static SuiteResult result(double value) {
        return new SuiteResult(
                "guide",
                "The guide",
                new Machine("a processor", 2, 4096, "Linux 6", "17"),
                Map.of("heap", "256 MiB"),
                List.of(new ServerVersion("A", "1", null)),
                List.of(
                        new ScenarioResult(
                                "13 B",
                                "ab",
                                "ab -k",
                                "requests/s",
                                true,
                                List.of(new Row("A", List.of(round(value)))))),
                "2026-01-01T00:00:00Z",
                null,
                true,
                List.of(new Series("A", "heap, MiB", List.of(0.5), List.of(12.0))));
    }

    private static Round round(double value) {
        return new Round(value, 0.12346, -1, -1, 9.1, 1, 0.5, 0.5, 10, null);
    }
}
