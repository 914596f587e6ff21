package dev.serval.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An access log whose lines go to the program. */
class ReceivedLinesTest {
    @TempDir private Path directory;

    @Test
    void everyLineArrivesWhileTheServerRunsAndOneThatIsNotTakenHarmsNoOther() throws Exception {
        Files.writeString(directory.resolve("a.txt"), "four");
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        try (Serval serval =
                Serval.onPort(0)
                        .directory("/", directory)
                        .accessLog(
                                "%s %m %U%q %B",
                                line -> {
                                    lines.add(line);
                                    throw new IllegalStateException("not taken");
                                })
                        .start()) {
            get(serval, "/a.txt?b=c");
            assertThat(lines.poll(20, TimeUnit.SECONDS)).isEqualTo("200 GET /a.txt?b=c 4");
            get(serval, "/a.txt");
            assertThat(lines.poll(20, TimeUnit.SECONDS)).isEqualTo("200 GET /a.txt 4");
        }
        assertThat(lines).isEmpty();
    }

    private static void get(Serval serval, String path) throws IOException {
        try (InputStream in = serval.uri().resolve(path).toURL().openStream()) {
            in.readAllBytes();
        }
    }

    @Test
    void aPatternThatIsNotUnderstoodIsRefusedAtOnce() {
        assertThatThrownBy(() -> Serval.onPort(0).accessLog("%Z", line -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
