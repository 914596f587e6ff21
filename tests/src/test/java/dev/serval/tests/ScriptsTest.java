package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shell scripts of the checkout. */
class ScriptsTest {
    private static final Path CHECKOUT = DocsPage.checkout();
    private static final Path SHELLCHECK = Path.of("/usr/bin/shellcheck");
    private static final int LONGEST = 350;

    private static List<Path> shipped() throws IOException {
        List<Path> scripts = new ArrayList<>();
        try (DirectoryStream<Path> all =
                Files.newDirectoryStream(CHECKOUT.resolve("bin"), "*.sh")) {
            all.forEach(scripts::add);
        }
        scripts.remove(CHECKOUT.resolve("bin/setenv.sh")); // a user's
        return scripts;
    }

    static List<Path> scripts() throws IOException {
        List<Path> scripts = shipped();
        Stream.of(
                        "distribution/build.sh",
                        "tests/tour.sh",
                        "tests/real-servers.sh",
                        "benchmarks/run.sh",
                        ".ci/run")
                .map(CHECKOUT::resolve)
                .forEach(scripts::add);
        return scripts;
    }

    /** What a command says; it must succeed. */
    private static String said(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void shellcheckFindsNothing(Path script) throws Exception {
        assumeThat(SHELLCHECK).as("Debian's package shellcheck").exists();
        assertThat(said(SHELLCHECK.toString(), "--norc", script.toString())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void everyPosixShellReadsWhatIsShipped(Path script) throws Exception {
        assertThat(said("sh", "-n", script.toString())).isEmpty();
        assertThat(Files.readAllLines(script)).hasSizeLessThan(LONGEST);
    }

    @Test
    void theLauncherIsThere() throws IOException {
        assertThat(shipped()).contains(CHECKOUT.resolve("bin/serval.sh")).hasSizeGreaterThan(5);
    }
}
