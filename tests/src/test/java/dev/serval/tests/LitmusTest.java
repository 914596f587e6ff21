package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the judge of WebDAV servers, Debian's litmus, says of this one. Skipped where it is not
 * installed.
 */
final class LitmusTest {
    private static final Path LITMUS = Path.of("/usr/bin/litmus");

    @TempDir static Path directory;
    private static WritableSite site;

    @BeforeAll
    static void start() throws Exception {
        assumeThat(LITMUS).as("Debian's package litmus").exists();
        site = WritableSite.start(Wire.NIO);
    }

    @AfterAll
    static void stop() throws IOException {
        if (site != null) {
            site.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"basic", "copymove", "props", "locks", "http"})
    void everyTestPassesWithoutAWarning(String suite) throws Exception {
        Path output = directory.resolve(suite + ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(LITMUS.toString(), "http://localhost:" + site.port() + "/dav/");
        builder.environment().put("TESTS", suite);
        Process litmus =
                builder.directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            assertThat(litmus.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            litmus.destroyForcibly();
        }
        String report = Files.readString(output);
        assertThat(litmus.exitValue()).as(report).isZero();
        assertThat(report)
                .contains("summary for `" + suite + "'", " 0 failed. 100.0%")
                .doesNotContain("WARNING", "skipped");
    }
}
