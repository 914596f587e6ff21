package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PidFileTest {
    private static final String OWN = ProcessHandle.current().pid() + "\n";

    @TempDir Path temporary;
    private Path path;

    @BeforeEach
    void name() {
        path = temporary.resolve("run/serval.pid");
    }

    @Test
    void holdsTheProcessIdAndIsGoneAfterwards() throws IOException {
        PidFile file = PidFile.claim(path);
        assertThat(Files.readString(path)).isEqualTo(OWN);
        file.release();
        assertThat(path).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "999999999\n", "1\n", "nonsense", "12 34"})
    void whatNoServerHoldsIsReplaced(String content) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
        PidFile.claim(path);
        assertThat(Files.readString(path)).isEqualTo(OWN);
    }

    @Test
    void theFileOfALivingServerIsLeftAlone() throws IOException {
        // Its command line is all that makes a process a server here.
        Process other = new ProcessBuilder("sh", "-c", "read x; : " + Main.class.getName()).start();
        try {
            Files.createDirectories(path.getParent());
            Files.writeString(path, other.pid() + "\n");
            assertThatThrownBy(() -> PidFile.claim(path))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("PID " + other.pid());
            assertThat(Files.readString(path)).isEqualTo(other.pid() + "\n");
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void theFileOfASuccessorIsNotDeleted() throws IOException {
        PidFile file = PidFile.claim(path);
        Files.writeString(path, "4711\n");
        file.release();
        assertThat(path).hasContent("4711");
    }

    @Test
    void aPlaceThatCannotBeWrittenIsSaid() throws IOException {
        Files.writeString(temporary.resolve("run"), "in the way");
        assertThatThrownBy(() -> PidFile.claim(path))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("SERVAL_PID");
    }
}
