package dev.serval.session.saved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.session.store.StoredSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Security rule 20: the file is whole or not there, and nobody else reads it. */
class SessionFileTest {
    @TempDir private Path temp;
    private Path path;
    private SessionFile file;

    @BeforeEach
    void place() {
        path = temp.resolve("work/app/SESSIONS.ser");
        file = new SessionFile(path);
    }

    private static StoredSession session(String id, String text) {
        return new StoredSession(id, 1, Long.MAX_VALUE, text.getBytes());
    }

    private void write(String... texts) throws IOException {
        file.write(
                to -> {
                    for (String text : texts) {
                        to.take(session("ID" + text, text));
                    }
                });
    }

    private List<String> read() throws IOException {
        List<String> texts = new ArrayList<>();
        new SessionFile(path).read(session -> texts.add(new String(session.bytes())));
        return texts;
    }

    @Test
    void theSessionsThatWereWrittenAreRead() throws Exception {
        assertThat(file.read(session -> {})).isFalse();
        write("one", "two");
        assertThat(read()).containsExactly("one", "two");
        assertThat(read()).as("again").containsExactly("one", "two");
    }

    @Test
    void nobodyElseMayReadIt() throws Exception {
        write("one");
        file.ended("IDx");
        for (Path each : List.of(path, path.resolveSibling("SESSIONS.ser.ended"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void aWriteThatFailsLeavesTheFormerFile() throws Exception {
        write("one");
        assertThatThrownBy(
                        () ->
                                file.write(
                                        to -> {
                                            to.take(session("ID", "x".repeat(1 << 20)));
                                            throw new IOException("disk full");
                                        }))
                .hasMessage("disk full");
        assertThat(read()).containsExactly("one");
        try (Stream<Path> all = Files.list(path.getParent())) {
            assertThat(all).containsExactly(path);
        }
    }

    @Test
    void whatAProcessThatWasKilledHasBegunChangesNothing() throws Exception {
        write("one");
        Files.write(path.resolveSibling("SESSIONS.ser.tmp"), new byte[] {0x53, 0x52});
        assertThat(read()).containsExactly("one");
        write("two");
        assertThat(read()).containsExactly("two");
    }

    @Test
    void aSessionThatHasEndedSinceIsNotReadAgain() throws Exception {
        write("one", "two");
        file.ended("IDone");
        assertThat(read()).containsExactly("two");
        write("two", "three");
        assertThat(read()).containsExactly("two", "three");
        assertThat(path.resolveSibling("SESSIONS.ser.ended")).doesNotExist();
    }

    @Test
    void ofAFileThatIsCutOffAnywhereTheSessionsBeforeAreRead() throws Exception {
        write("one", "two");
        byte[] whole = Files.readAllBytes(path);
        for (int length = 0; length < whole.length; length++) {
            Files.write(path, Arrays.copyOf(whole, length));
            List<String> texts = new ArrayList<>();
            assertThatThrownBy(() -> file.read(session -> texts.add(new String(session.bytes()))))
                    .isInstanceOf(IOException.class);
            assertThat(texts).isEqualTo(List.of("one", "two").subList(0, texts.size()));
        }
    }

    @Test
    void noChangedByteIsRead() throws Exception {
        write("one");
        byte[] whole = Files.readAllBytes(path);
        for (int at = 0; at < whole.length - Integer.BYTES; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= 0x40;
            Files.write(path, changed);
            assertThatThrownBy(this::read).as("byte %d", at).isInstanceOf(IOException.class);
        }
    }
}
