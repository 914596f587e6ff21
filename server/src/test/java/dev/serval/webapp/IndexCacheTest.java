package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was found in a jar is remembered by its content. */
class IndexCacheTest {
    @TempDir Path temp;
    private IndexCache cache;
    private Archive jar;

    @BeforeEach
    void jar() throws Exception {
        cache = IndexCache.in(temp.resolve("indexes"));
        jar = jar("a.jar", "p.A");
    }

    private Archive jar(String name, String type) throws Exception {
        Path file = Compiled.jar(temp.resolve(name), Compiled.saying(temp, type, "x"));
        return Archive.jar(file, name);
    }

    private List<Path> files() throws Exception {
        try (Stream<Path> all = Files.list(temp.resolve("indexes"))) {
            return all.toList();
        }
    }

    private static boolean has(ArchiveScan scan, String type) {
        return scan.index().contains(type);
    }

    @Test
    void theSecondScanKnowsTheFirst() {
        ArchiveScan first = ArchiveScan.of(jar, cache);
        ArchiveScan second = ArchiveScan.of(jar, cache);
        assertThat(first.remembered()).isFalse();
        assertThat(has(first, "p.A")).isTrue();
        assertThat(second.remembered()).isTrue();
        assertThat(has(second, "p.A")).isTrue();
        assertThat(second.shown()).matches("a\\.jar \\d+ ms \\(known\\)");
    }

    @Test
    void theSameContentIsKnownUnderAnotherName() throws Exception {
        ArchiveScan.of(jar, cache);
        Path copy = Files.copy(jar.path(), temp.resolve("copy.jar"));
        assertThat(ArchiveScan.of(Archive.jar(copy, "copy.jar"), cache).remembered()).isTrue();
    }

    @Test
    void otherContentIsScannedUnderTheSameName() throws Exception {
        ArchiveScan.of(jar, cache);
        ArchiveScan changed = ArchiveScan.of(jar("a.jar", "p.B"), cache);
        assertThat(changed.remembered()).isFalse();
        assertThat(has(changed, "p.B")).isTrue();
        assertThat(has(changed, "p.A")).isFalse();
    }

    /** With a comment at its end, so that all are of one size. */
    private static byte[] commented(Archive jar) throws Exception {
        byte[] bytes = Files.readAllBytes(jar.path());
        byte[] all = Arrays.copyOf(bytes, 2000);
        int comment = all.length - bytes.length;
        all[bytes.length - 2] = (byte) comment;
        all[bytes.length - 1] = (byte) (comment >> 8);
        return all;
    }

    @Test
    void whatChangesWithinOneTickOfTheClockIsNotTakenForTheOther() throws Exception {
        byte[] before = commented(jar);
        byte[] after = commented(jar("b.jar", "p.B"));
        boolean same = false;
        for (int i = 0; i < 1000 && !same; i++) {
            Files.write(jar.path(), before);
            IndexCache.CachedIndex place = cache.place(jar);
            Files.write(jar.path(), after);
            ArchiveIndex index = ArchiveScan.scan(jar, true, new Problems());
            same = place.seen().attributes().equals(JarIdentities.look(jar).attributes());
            cache.write(place, index);
            assertThat(cache.read(place)).isNull();
        }
        Assumptions.assumeTrue(same, "the clock of this file system is fine");
    }

    @Test
    void aDamagedFileCountsForNothingAndIsReplaced() throws Exception {
        ArchiveScan.of(jar, cache);
        Path file = files().get(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        ArchiveScan again = ArchiveScan.of(jar, cache);
        assertThat(again.remembered()).isFalse();
        assertThat(has(again, "p.A")).isTrue();
        assertThat(ArchiveScan.of(jar, cache).remembered()).isTrue();
    }

    @Test
    void anEmptyFileCountsForNothing() throws Exception {
        ArchiveScan.of(jar, cache);
        Files.write(files().get(0), new byte[0]);
        assertThat(ArchiveScan.of(jar, cache).remembered()).isFalse();
    }

    @Test
    void whatHasAProblemIsSaidEachTime() throws Exception {
        Path broken =
                Classes.jar(temp.resolve("broken.jar"), null, Map.of("p/Broken.class", "none"));
        Archive archive = Archive.jar(broken, "broken.jar");
        for (int i = 0; i < 2; i++) {
            ArchiveScan scan = ArchiveScan.of(archive, cache);
            assertThat(scan.remembered()).isFalse();
            assertThat(Descriptors.lines(scan.problems()))
                    .singleElement()
                    .asString()
                    .contains("broken.jar!/p/Broken.class");
        }
    }

    @Test
    void directoriesAreScannedEachTime() throws Exception {
        Compiled.files(temp.resolve("classes"), Compiled.saying(temp, "p.C", "x"));
        Archive classes = Archive.classes(temp.resolve("classes"), "classes");
        ArchiveScan.of(classes, cache);
        ArchiveScan second = ArchiveScan.of(classes, cache);
        assertThat(second.remembered()).isFalse();
        assertThat(has(second, "p.C")).isTrue();
    }

    @Test
    void withoutADirectoryNothingIsRemembered() {
        IndexCache none = IndexCache.in(null);
        ArchiveScan.of(jar, none);
        assertThat(ArchiveScan.of(jar, none).remembered()).isFalse();
    }

    @Test
    void aDirectoryThatCannotBeMadeIsNoMistakeOfTheApplication() throws Exception {
        Path file = Files.writeString(temp.resolve("file"), "");
        IndexCache unusable = IndexCache.in(file.resolve("indexes"));
        ArchiveScan scan = ArchiveScan.of(jar, unusable);
        assertThat(has(scan, "p.A")).isTrue();
        assertThat(scan.problems().all).isEmpty();
    }
}
