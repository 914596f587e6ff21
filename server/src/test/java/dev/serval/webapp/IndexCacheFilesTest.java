package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files in which the cache of jars is kept. */
class IndexCacheFilesTest {
    @TempDir Path temp;

    private Path directory() {
        return temp.resolve("indexes");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(directory())) {
            return all.sorted().toList();
        }
    }

    private Archive jar() throws Exception {
        return Archive.jar(
                Compiled.jar(temp.resolve("a.jar"), Compiled.saying(temp, "p.A", "x")), "a.jar");
    }

    @Test
    void onlyTheOwnerCanReadThem() throws Exception {
        Files.createDirectory(directory());
        Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwxrwxrwx"));
        ArchiveScan.of(jar(), IndexCache.in(directory()));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files().get(0))))
                .isEqualTo("rw-------");
    }

    @Test
    void anIndexOfAnotherVersionCountsForNothing() throws Exception {
        IndexCache cache = IndexCache.in(directory());
        Archive jar = jar();
        ArchiveScan.of(jar, cache);
        byte[] bytes = Files.readAllBytes(files().get(0));
        bytes[3]++;
        Files.write(files().get(0), bytes);
        assertThat(ArchiveScan.of(jar, cache).remembered()).isFalse();
        assertThat(ArchiveScan.of(jar, cache).remembered()).isTrue();
    }

    @Test
    void aCutIndexCountsForNothingWhereverItIsCut() throws Exception {
        IndexCache cache = IndexCache.in(directory());
        Archive jar = jar();
        ArchiveScan.of(jar, cache);
        Path file = files().get(0);
        IndexCache.CachedIndex place = cache.place(jar);
        byte[] bytes = Files.readAllBytes(file);
        for (int length = 0; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertThat(cache.read(place)).isNull();
        }
    }

    @Test
    void anIndexWithoutItsEndIsNone() {
        byte[] bytes = ArchiveIndex.EMPTY.bytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> new ArchiveIndex(cut)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aJarThatHasNotChangedIsKnownInAnotherRunWithoutBeingRead() throws Exception {
        Archive jar = jar();
        Files.setLastModifiedTime(jar.path(), FileTime.from(Instant.now().minusSeconds(60)));
        JarIdentities.Seen seen = settled(jar);
        JarIdentities first = new JarIdentities(directory());
        assertThat(first.content(seen)).isNull();
        first.put(seen, "hash");
        first.save();
        assertThat(new JarIdentities(directory()).content(JarIdentities.look(jar)))
                .isEqualTo("hash");
    }

    @Test
    void aCopyWithTheSameSizeAndTimeIsAnotherJar() throws Exception {
        Archive jar = jar();
        JarIdentities identities = new JarIdentities(directory());
        identities.put(settled(jar), "hash");
        FileTime time = Files.getLastModifiedTime(jar.path());
        byte[] bytes = Files.readAllBytes(jar.path());
        bytes[bytes.length / 2] ^= 1;
        Files.write(jar.path(), bytes);
        Files.setLastModifiedTime(jar.path(), time);
        assertThat(identities.content(JarIdentities.look(jar))).isNull();
    }

    /** Of a WAR that stays the same. */
    private Archive unpacked(String name) throws Exception {
        Path war = temp.resolve("shop.war");
        if (!Files.exists(war)) {
            Files.writeString(war, "");
        }
        Path file = temp.resolve("unpacked").resolve(name);
        Files.createDirectories(file.getParent());
        Files.copy(jar().path(), file);
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
        return Archive.jar(file, name, war);
    }

    @Test
    void anUnpackedJarThatWasReplacedIsAnotherOneThoughItsWarSizeAndTimeAreTheSame()
            throws Exception {
        Archive jar = unpacked("WEB-INF/lib/a.jar");
        JarIdentities identities = new JarIdentities(directory());
        identities.put(settled(jar), "hash");
        byte[] bytes = Files.readAllBytes(jar.path());
        bytes[bytes.length / 2] ^= 1;
        Files.write(jar.path(), bytes);
        Files.setLastModifiedTime(jar.path(), FileTime.from(Instant.EPOCH));
        assertThat(identities.content(JarIdentities.look(jar))).isNull();
    }

    @Test
    void jarsOfOneNameSizeAndTimeInAWarAreNotTheSame() throws Exception {
        JarIdentities identities = new JarIdentities(directory());
        identities.put(settled(unpacked("WEB-INF/lib/a.jar")), "hash");
        assertThat(identities.content(settled(unpacked("more/a.jar")))).isNull();
    }

    @Test
    void anUnpackedJarIsKnownAgainWhenItsDirectoryHasMoved() throws Exception {
        Archive jar = unpacked("WEB-INF/lib/a.jar");
        JarIdentities identities = new JarIdentities(directory());
        identities.put(settled(jar), "hash");
        Files.move(temp.resolve("unpacked"), temp.resolve("moved"));
        Archive moved =
                Archive.jar(temp.resolve("moved/WEB-INF/lib/a.jar"), jar.shown(), jar.war());
        assertThat(identities.content(JarIdentities.look(moved))).isEqualTo("hash");
    }

    @Test
    void ofAJarThatChangedWhileItWasReadNothingIsRemembered() throws Exception {
        Archive jar = jar();
        byte[] bytes = Files.readAllBytes(jar.path());
        IndexCache cache = IndexCache.in(directory());
        IndexCache.CachedIndex place = cache.place(jar);
        settled(jar);
        Files.write(jar.path(), new byte[bytes.length]);
        cache.write(place, ArchiveIndex.EMPTY);
        Files.write(jar.path(), bytes);
        assertThat(cache.read(cache.place(jar))).isNull();
    }

    /** When the next change of the file would show. */
    private static JarIdentities.Seen settled(Archive jar) {
        JarIdentities.Seen seen = JarIdentities.look(jar);
        while (!seen.stable()) {
            Thread.onSpinWait();
            seen = JarIdentities.look(jar);
        }
        return seen;
    }

    @Test
    void thereAreOnlySoManyAndTheOldestGo() throws Exception {
        Files.createDirectory(directory());
        for (int i = 0; i < 10; i++) {
            Path file = Files.write(directory().resolve("f" + i), new byte[10]);
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(i)));
        }
        CacheLimits.apply(directory(), 10, 100);
        assertThat(files()).hasSize(10);
        CacheLimits.apply(directory(), 9, 100);
        assertThat(files())
                .extracting(f -> f.getFileName().toString())
                .containsExactly("f0", "f1", "f2", "f3");
        CacheLimits.apply(directory(), 9, 39);
        assertThat(files()).hasSize(1);
    }

    @Test
    void whatNobodyHasAskedForInThreeMonthsGoes() throws Exception {
        Files.createDirectory(directory());
        Path old = Files.write(directory().resolve("old"), new byte[10]);
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(91))));
        Path fresh = Files.write(directory().resolve("fresh"), new byte[10]);
        CacheLimits.apply(directory());
        assertThat(files()).containsExactly(fresh);
    }
}
