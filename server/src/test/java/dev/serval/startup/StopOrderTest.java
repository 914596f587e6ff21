package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a stop lets requests take. */
class StopOrderTest {
    private static final long PID = ProcessHandle.current().pid();

    @TempDir Path temporary;
    private Path pidFile;
    private Path order;

    @BeforeEach
    void writePidFile() throws IOException {
        pidFile = Files.writeString(temporary.resolve("serval.pid"), PID + "\n");
        order = temporary.resolve("serval.pid.stop");
    }

    private void write(String text) throws IOException {
        Files.writeString(order, text);
        Files.setPosixFilePermissions(order, PosixFilePermissions.fromString("rw-r--r--"));
    }

    @ParameterizedTest
    @CsvSource({"60 ,60000", "0 ,0", "60,60000", "5 1,4000", "1 1,800"})
    void theSecondsCountWithRoomForTheEndWhereTheProcessIsKilled(String words, long millis)
            throws IOException {
        write(PID + " " + words + "\n");
        assertThat(StopOrder.take(pidFile)).isEqualTo(Duration.ofMillis(millis));
        assertThat(order).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1 60\n", "60\n", "nonsense", "%d -60\n", "%d 9999999\n"})
    void whatIsNotForThisProcessIsIgnoredAndGone(String text) throws IOException {
        write(text.formatted(PID));
        assertThat(StopOrder.take(pidFile)).isNull();
        assertThat(order).doesNotExist();
    }

    @Test
    void withoutAFileNobodyHasSaid() {
        assertThat(StopOrder.take(pidFile)).isNull();
    }

    @Test
    void anOldOneIsIgnored() throws IOException {
        write(PID + " 60\n");
        Files.setLastModifiedTime(order, FileTime.from(Instant.now().minusSeconds(120)));
        assertThat(StopOrder.take(pidFile)).isNull();
    }

    @Test
    void oneThatOthersCanWriteIsIgnored() throws IOException {
        write(PID + " 60\n");
        Files.setPosixFilePermissions(order, PosixFilePermissions.fromString("rw-rw-r--"));
        assertThat(StopOrder.take(pidFile)).isNull();
    }

    @Test
    void aLinkIsNotFollowed() throws IOException {
        Path elsewhere = Files.writeString(temporary.resolve("elsewhere"), PID + " 60\n");
        Files.createSymbolicLink(order, elsewhere);
        assertThat(StopOrder.take(pidFile)).isNull();
        assertThat(elsewhere).exists();
    }

    @Test
    void aStartRemovesOneThatWasLeftBehind() throws IOException {
        write(PID + " 60\n");
        Files.delete(pidFile);
        PidFile.claim(pidFile);
        assertThat(order).doesNotExist();
    }
}
