package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    @TempDir Path temporary;

    @Test
    void theOutcomeIsTheFirstLine() {
        Path file = temporary.resolve("report");
        new Report(file.toString(), null).ok(List.of("a", "b"));
        assertThat(file).hasContent("ok\na\nb\n");
        new Report(file.toString(), null).failed(List.of("c"));
        assertThat(file).hasContent("failed\nc\n");
    }

    @Test
    void nobodyWaitsNobodyIsTold() {
        new Report(null, null).ok(List.of("a"));
        new Report("", "").ok(List.of("a"));
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void theMarkOfAStartInProgressGoesWithEitherOutcome() throws Exception {
        Path mark = temporary.resolve("starting");
        Files.createFile(mark);
        new Report(null, mark.toString()).ok(List.of());
        assertThat(mark).doesNotExist();
        Files.createFile(mark);
        new Report(null, mark.toString()).failed(List.of("c"));
        assertThat(mark).doesNotExist();
    }
}
