package dev.serval.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.benchmarks.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultOptionsTest {
    private static final Path HERE = Path.of("/checkout");

    @TempDir private Path directory;

    @Test
    void takesEverythingByDefault() throws Exception {
        FaultOptions options = FaultOptions.parse(HERE);
        assertThat(options.scenarios()).isEqualTo(Scenarios.all());
        assertThat(options.wires()).containsExactly(Wire.NIO, Wire.NIO2, Wire.BIO);
        assertThat(options.jdks()).isNotEmpty();
        assertThat(options.home()).isEqualTo(HERE);
    }

    @Test
    void takesScenariosConnectorsJdksAndAnInstallation() throws Exception {
        String own = Integer.toString(Runtime.version().feature());
        FaultOptions options =
                FaultOptions.parse(
                        HERE,
                        "heap",
                        "digest",
                        "--connectors",
                        "nio2,BIO",
                        "--jdk",
                        own,
                        "--home",
                        "/elsewhere");
        assertThat(options.scenarios())
                .extracting(Scenario::name)
                .containsExactly("heap-48", "heap-64", "heap-512", "digest");
        assertThat(options.wires()).containsExactly(Wire.NIO2, Wire.BIO);
        assertThat(options.jdks())
                .singleElement()
                .extracting(Jdk::feature)
                .isEqualTo(Runtime.version().feature());
        assertThat(options.home()).isEqualTo(Path.of("/elsewhere"));
    }

    @Test
    void refusesWhatItDoesNotKnowAndNamesWhatThereIs() {
        assertThatThrownBy(() -> FaultOptions.parse(HERE, "flood"))
                .hasMessageContaining("flood")
                .hasMessageContaining("slow-heads");
        assertThatThrownBy(() -> FaultOptions.parse(HERE, "--connectors", "apr"))
                .hasMessageContaining("NIO2");
        assertThatThrownBy(() -> FaultOptions.parse(HERE, "--jdk")).hasMessageContaining("--jdk");
        assertThatThrownBy(() -> FaultOptions.parse(HERE, "--jdk", "11"))
                .hasMessageContaining("11");
        assertThatThrownBy(() -> FaultOptions.parse(HERE, "--fast")).hasMessageContaining("--fast");
    }

    @Test
    void findsTheJavasOfADirectory() throws Exception {
        java("seventeen", "JAVA_VERSION=\"17.0.9\"");
        java("eight", "JAVA_VERSION=\"1.8.0_402\"");
        java("new", "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"26-ea\"");
        Files.createDirectories(directory.resolve("none"));
        assertThat(Jdk.installed(directory))
                .containsExactly(
                        new Jdk(26, directory.resolve("new")),
                        new Jdk(17, directory.resolve("seventeen")));
    }

    private void java(String name, String release) throws Exception {
        Path home = directory.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), release + "\n");
        Files.createFile(home.resolve("bin/java"));
        assertThat(home.resolve("bin/java").toFile().setExecutable(true)).isTrue();
    }
}
