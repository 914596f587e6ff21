package dev.serval.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PairOptionsTest {
    @TempDir Path directory;

    @Test
    void takesEverythingByDefault() {
        PairOptions options = PairOptions.parse("/other");
        assertThat(options.other()).isEqualTo(Path.of("/other"));
        assertThat(options.rounds()).isEqualTo(7);
        assertThat(options.seconds()).isEqualTo(3);
        assertThat(options.connectors())
                .containsExactly(Contender.SERVAL_NIO, Contender.SERVAL_NIO2, Contender.SERVAL_BIO);
        assertThat(options.loads())
                .extracting(Scenario::name)
                .containsExactly(
                        "hello",
                        "JSON echo, 1 KB by POST",
                        "session",
                        "async completion",
                        "13 B, 149 clients",
                        "31,819 B, 25 clients");
    }

    @Test
    void takesConnectorsLoadsRoundsAndSeconds() {
        PairOptions options =
                PairOptions.parse(
                        "--connectors",
                        "bio",
                        "--loads",
                        "32k",
                        "hello",
                        "--rounds",
                        "2",
                        "/other",
                        "--seconds",
                        "1");
        assertThat(options.connectors()).containsExactly(Contender.SERVAL_BIO);
        assertThat(options.loads())
                .extracting(Scenario::name)
                .containsExactly("31,819 B, 25 clients", "hello");
        assertThat(options.rounds()).isEqualTo(2);
        assertThat(options.loads().get(0).command()).contains("-d1s");
    }

    @ParameterizedTest
    @CsvSource({
        "/other --loads stream, no stream; there are HELLO JSON",
        "/other --connectors, --connectors needs a value",
        "/other --rounds 0, '--rounds takes a number, at least 1: 0'",
        "/other /another, unknown: /another",
        "--rounds 1, no directory is named"
    })
    void saysWhatIsWrong(String args, String why) {
        assertThatThrownBy(() -> PairOptions.parse(args.split(" "))).hasMessageContaining(why);
    }

    @Test
    void theJarsOfACheckoutAreItsOwnWhereverItWasBuilt() throws Exception {
        Path target = Files.createDirectories(directory.resolve("benchmarks/target"));
        Path classes = Files.createDirectory(target.resolve("classes"));
        Path library = Files.createFile(directory.resolve("library-1.jar"));
        Path jar = directory.resolve("server/target/serval-server-1.jar");
        Files.writeString(
                target.resolve("classpath"),
                "/elsewhere/server/target/serval-server-1.jar" + File.pathSeparator + library);
        assertThatThrownBy(() -> ClassPath.entries(directory))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining(jar.toString());
        Files.createDirectories(jar.getParent());
        Files.createFile(jar);
        assertThat(ClassPath.entries(directory))
                .containsExactly(classes.toString(), jar.toString(), library.toString());
    }
}
