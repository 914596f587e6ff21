package dev.serval.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.benchmarks.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a broken row leaves behind. */
class EvidenceTest {
    @TempDir Path directory;

    @Test
    void threadsAreThoseOfTheProcess() throws Exception {
        Path file = directory.resolve("threads.txt");
        Jdk own = new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
        Evidence.threads(own, ProcessHandle.current().pid(), file);
        assertThat(file).content().contains(EvidenceTest.class.getName());
    }

    @Test
    void logsTakeThePlaceOfThoseOfTheRunBefore() throws Exception {
        Path logs = Files.createDirectories(directory.resolve("base/logs"));
        Files.writeString(logs.resolve("console"), "now");
        Path kept = Files.createDirectories(directory.resolve("target/row"));
        Files.writeString(kept.resolve("old"), "before");
        Evidence.keep(logs, kept);
        assertThat(kept.resolve("console")).hasContent("now");
        assertThat(kept.resolve("old")).doesNotExist();
    }
}
