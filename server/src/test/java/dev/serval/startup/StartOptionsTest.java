package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands behind start, run and configtest. */
class StartOptionsTest {
    @TempDir Path base;

    private Path file(String... words) throws Exception {
        Files.createDirectories(base.resolve("conf"));
        Home home = new Home(base, base);
        return home.with(StartOptions.of("start", List.of(words))).serverXml();
    }

    @Test
    void anotherFileIsReadRelativeToTheBaseOrNot() throws Exception {
        assertThat(file()).isEqualTo(base.resolve("conf/server.xml"));
        assertThat(file("-config", "conf/other.xml")).isEqualTo(base.resolve("conf/other.xml"));
        assertThat(file("-config", "/etc/other.xml")).isEqualTo(Path.of("/etc/other.xml"));
    }

    @ParameterizedTest
    @CsvSource({
        "-conf a.xml, what is \"-conf\"?",
        "-security, what is \"-security\"?",
        "-config, which file?"
    })
    void whatIsNotKnownIsNamedWithWhatIs(String words, String said) {
        assertThatThrownBy(() -> StartOptions.of("start", List.of(words.split(" "))))
                .isInstanceOf(StartFailure.class)
                .hasMessageStartingWith("SRV-0817 start [-config FILE]: " + said);
    }

    @Test
    void whatStandsBehindACommandThatTakesNothingIsRefused() {
        StartOptions.none("version", List.of());
        assertThatThrownBy(() -> StartOptions.none("version", List.of("now")))
                .isInstanceOf(StartFailure.class)
                .hasMessage("SRV-0817 version takes no arguments: what is \"now\"?");
    }
}
