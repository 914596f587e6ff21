package dev.serval.session.saved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.session.store.SessionStoreException;
import dev.serval.session.store.StoredSession;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of a store, kept by files. */
class FileStoreTest {
    private static final long NOW = 1_800_000_000_000L;

    @TempDir private Path temp;

    private FileStore store() {
        return new FileStore(temp.resolve("sessions"));
    }

    private static StoredSession session(String id, long version, long expires, String text) {
        return new StoredSession(id, version, expires, text.getBytes());
    }

    private List<Path> files() throws Exception {
        try (Stream<Path> all = Files.list(temp.resolve("sessions"))) {
            return all.toList();
        }
    }

    @Test
    void aSessionIsLoadedAsItWasSaved() throws Exception {
        assertThat(store().load("A")).isNull();
        assertThat(store().save(session("A", 1, NOW, "x"), 0)).isTrue();
        StoredSession found = store().load("A");
        assertThat(found.id()).isEqualTo("A");
        assertThat(found.version()).isEqualTo(1);
        assertThat(found.expires()).isEqualTo(NOW);
        assertThat(found.bytes()).isEqualTo("x".getBytes());
        assertThat(store().size()).isEqualTo(1);
    }

    @Test
    void itIsSavedOnlyOverTheVersionThatWasLoaded() throws Exception {
        assertThat(store().save(session("A", 2, NOW, "x"), 1)).isFalse();
        assertThat(store().save(session("A", 1, NOW, "x"), 0)).isTrue();
        assertThat(store().save(session("A", 1, NOW, "y"), 0)).isFalse();
        assertThat(store().save(session("A", 2, NOW, "z"), 1)).isTrue();
        assertThat(store().load("A").bytes()).isEqualTo("z".getBytes());
    }

    @Test
    void aTouchChangesWhenItsTimeIsOver() throws Exception {
        store().save(session("A", 1, NOW, "x"), 0);
        assertThat(store().touch("A", NOW + 5000)).isTrue();
        assertThat(store().load("A").expires()).isEqualTo(NOW + 5000);
        assertThat(store().touch("B", NOW)).isFalse();
        store().touch("A", Long.MAX_VALUE);
        assertThat(store().load("A").expires()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void eachWhoseTimeIsOverIsClaimedOnce() throws Exception {
        store().save(session("A", 1, NOW - 1, "a"), 0);
        store().save(session("B", 1, NOW + 1, "b"), 0);
        store().save(session("C", 1, NOW, "c"), 0);
        store().save(session("D", 1, Long.MAX_VALUE, "d"), 0);
        List<String> claimed = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            store().claimExpired(NOW, 1).forEach(each -> claimed.add(each.id()));
        }
        assertThat(claimed).containsExactlyInAnyOrder("A", "C");
        assertThat(store().ids(null, 10)).containsExactly("B", "D");
        assertThat(store().ids("B", 10)).containsExactly("D");
        assertThat(store().ids(null, 1)).containsExactly("B");
        store().remove("B");
        store().remove("B");
        assertThat(store().size()).isEqualTo(1);
    }

    /** Security rule 20, CVE-2020-9484: no name is under the control of a client. */
    @Test
    void noIdIsThePathOfAFile() throws Exception {
        Files.writeString(temp.resolve("secret.session"), "not a session");
        store().save(session("../../secret", 1, NOW, "x"), 0);
        assertThat(files()).hasSize(1);
        assertThat(files().get(0).getFileName().toString()).matches("[0-9a-f]{64}\\.session");
        assertThat(store().load("../secret")).isNull();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files().get(0))))
                .isEqualTo("rw-------");
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(temp.resolve("sessions"))))
                .isEqualTo("rwx------");
    }

    @Test
    void aFileIsForItsIdAlone() throws Exception {
        store().save(session("A", 1, NOW, "of A"), 0);
        byte[] other = Files.readAllBytes(files().get(0));
        Files.delete(files().get(0));
        store().save(session("B", 1, NOW, "of B"), 0);
        Files.write(files().get(0), other);
        assertThat(store().load("B")).isNull();
    }

    /** More than an array can hold, of which the disk keeps nothing. */
    @Test
    void aFileThatIsTooLargeIsNotRead() throws Exception {
        store().save(session("A", 1, NOW, "x"), 0);
        Path file = files().get(0);
        try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(3L << 30);
        }
        assertThatCode(() -> assertThat(store().load("A")).isNull()).doesNotThrowAnyException();
        assertThat(file).doesNotExist();
    }

    @Test
    void aFileThatIsDamagedAnywhereIsNoSession() throws Exception {
        store().save(session("A", 1, NOW, "some text"), 0);
        Path file = files().get(0);
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThat(store().load("A")).as("%d bytes", length).isNull();
            assertThat(file).doesNotExist();
            byte[] changed = whole.clone();
            changed[length] ^= 0x10;
            Files.write(file, changed);
            assertThat(store().load("A")).as("byte %d", length).isNull();
        }
    }

    @Test
    void aDirectoryThatCannotBeUsedIsAnExceptionOfTheStore() throws Exception {
        Files.writeString(temp.resolve("sessions"), "a file");
        assertThatThrownBy(() -> store().save(session("A", 1, NOW, "x"), 0))
                .isInstanceOf(SessionStoreException.class);
        assertThatThrownBy(() -> store().size()).isInstanceOf(SessionStoreException.class);
    }
}
