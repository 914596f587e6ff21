package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is taken up again is what was unpacked, and nothing else. */
class UnpackedWarTest {
    private static final String PAGE = "index.html";
    private static final String DESCRIPTOR = "WEB-INF/web.xml";

    @TempDir Path temp;
    private Path war;
    private Path kept;
    private Path list;

    /** As long as it is open, no other file can have its number. */
    private InputStream putAway;

    private Object keyOfPutAway;

    @BeforeEach
    void war() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/sys/kernel/random/boot_id")));
        war = temp.resolve("shop.war");
        kept = temp.resolve("kept/shop");
        list = temp.resolve("kept/shop.files");
        write("one");
    }

    /** Returns when the next change of the file would show. */
    private void write(String page) throws IOException {
        Path made = temp.resolve("made");
        try (OutputStream out = Files.newOutputStream(made);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String name : new String[] {PAGE, DESCRIPTOR, "a/b/c.txt"}) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(page.getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        Files.move(made, war, StandardCopyOption.REPLACE_EXISTING);
        while (!JarIdentities.look(war).stable()) {
            Thread.onSpinWait();
        }
    }

    private static Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    private Path putAway() throws IOException {
        Path first = temp.resolve("first");
        UnpackedWar.of(war, first, kept).putAway();
        assertThat(first).doesNotExist();
        assertThat(list).exists();
        putAway = Files.newInputStream(kept.resolve(DESCRIPTOR));
        keyOfPutAway = key(kept.resolve(DESCRIPTOR));
        return kept;
    }

    @AfterEach
    void close() throws IOException {
        if (putAway != null) {
            putAway.close();
        }
    }

    @Test
    void theSameFilesAreTakenUpAgainAndAgain() throws Exception {
        Object key = key(putAway().resolve(PAGE));
        for (int i = 0; i < 3; i++) {
            Path next = temp.resolve("next" + i);
            UnpackedWar taken = UnpackedWar.of(war, next, kept);
            assertThat(key(next.resolve(PAGE))).isEqualTo(key);
            assertThat(next.resolve("a/b/c.txt")).hasContent("one");
            assertThat(kept).doesNotExist();
            assertThat(list).doesNotExist();
            taken.putAway();
        }
    }

    @Test
    void aListThatOthersCanWriteIsNotBelieved() throws Exception {
        putAway();
        Files.setPosixFilePermissions(list, PosixFilePermissions.fromString("rw-rw-rw-"));
        Path next = temp.resolve("next");
        UnpackedWar.of(war, next, kept);
        assertThat(key(next.resolve(DESCRIPTOR))).isNotEqualTo(keyOfPutAway);
    }

    private enum Change {
        CONTENT {
            @Override
            void in(Path root) throws IOException {
                Path page = root.resolve(PAGE);
                FileTime time = Files.getLastModifiedTime(page);
                Files.writeString(page, "two");
                Files.setLastModifiedTime(page, time);
            }
        },
        OTHER_FILE {
            @Override
            void in(Path root) throws IOException {
                Path page = root.resolve(PAGE);
                Path copy = root.resolveSibling("copy");
                Files.copy(page, copy, StandardCopyOption.COPY_ATTRIBUTES);
                Files.move(copy, page, StandardCopyOption.REPLACE_EXISTING);
            }
        },
        NEW_FILE {
            @Override
            void in(Path root) throws IOException {
                Files.writeString(root.resolve("a/new.txt"), "");
            }
        },
        NEW_DIRECTORY {
            @Override
            void in(Path root) throws IOException {
                Files.createDirectory(root.resolve("a/new"));
            }
        },
        LINK {
            @Override
            void in(Path root) throws IOException {
                Files.createSymbolicLink(root.resolve("a/link"), Path.of("b"));
            }
        },
        MISSING_FILE {
            @Override
            void in(Path root) throws IOException {
                Files.delete(root.resolve("a/b/c.txt"));
            }
        },
        PERMISSIONS {
            @Override
            void in(Path root) {
                assertThat(root.resolve(PAGE).toFile().setExecutable(true)).isTrue();
            }
        };

        abstract void in(Path root) throws IOException;
    }

    /** Unpacked, and not what was put away, although that has the same content. */
    private void assertFresh(Path root) throws IOException {
        assertThat(key(root.resolve(DESCRIPTOR))).isNotNull().isNotEqualTo(keyOfPutAway);
        assertThat(root.resolve(PAGE)).hasContent("one");
        assertThat(root.resolve("a/b/c.txt")).hasContent("one");
        assertThat(root.resolve("a/link")).doesNotExist();
        try (Stream<Path> members = Files.list(root.resolve("a"))) {
            assertThat(members).hasSize(1);
        }
        assertThat(kept).doesNotExist();
        assertThat(list).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource
    void whatChangedWhileItWasPutAwayIsNotTakenUp(Change change) throws Exception {
        putAway();
        change.in(kept);
        Path next = temp.resolve("next");
        UnpackedWar.of(war, next, kept);
        assertFresh(next);
        assertThat(Files.isExecutable(next.resolve(PAGE))).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void whatTheApplicationChangedIsNotPutAway(Change change) throws Exception {
        Path first = temp.resolve("first");
        UnpackedWar served = UnpackedWar.of(war, first, kept);
        change.in(first);
        served.putAway();
        assertThat(first).doesNotExist();
        assertThat(kept).doesNotExist();
        assertThat(list).doesNotExist();
    }

    @Test
    void anotherWarIsUnpacked() throws Exception {
        putAway();
        FileTime time = Files.getLastModifiedTime(war);
        write("two");
        Files.setLastModifiedTime(war, time);
        Path next = temp.resolve("next");
        UnpackedWar.of(war, next, kept);
        assertThat(next.resolve(PAGE)).hasContent("two");
    }

    @Test
    void ofAWarThatChangedMeanwhileNothingIsPutAway() throws Exception {
        Path first = temp.resolve("first");
        UnpackedWar served = UnpackedWar.of(war, first, kept);
        write("two");
        served.putAway();
        assertThat(first).doesNotExist();
        assertThat(kept).doesNotExist();
    }

    @Test
    void withoutItsListADirectoryCountsForNothing() throws Exception {
        Path half = Files.createDirectories(kept.resolve("a"));
        Files.writeString(half.resolve("half"), "x");
        Path next = temp.resolve("next");
        UnpackedWar.of(war, next, kept);
        assertFresh(next);
    }

    @Test
    void aBrokenListCountsForNothing() throws Exception {
        putAway();
        String all = Files.readString(list);
        Files.writeString(list, all.substring(0, all.length() - 5));
        Path next = temp.resolve("next");
        UnpackedWar.of(war, next, kept);
        assertFresh(next);
    }

    @Test
    void anEarlierRunOfTheMachineCountsForNothing() throws Exception {
        putAway();
        String[] lines = Files.readString(list).split("\n", 3);
        Files.writeString(list, lines[0] + "\n0-0\n" + lines[2]);
        Path next = temp.resolve("next");
        UnpackedWar.of(war, next, kept);
        assertFresh(next);
    }

    @Test
    void aDirectoryOfAWarThatIsGoneIsRemoved() throws Exception {
        putAway();
        Files.createDirectories(temp.resolve("kept/half/a"));
        UnpackedWar.clean(kept.getParent());
        assertThat(kept).exists();
        assertThat(temp.resolve("kept/half")).doesNotExist();
        Files.delete(war);
        UnpackedWar.clean(kept.getParent());
        assertThat(kept).doesNotExist();
        assertThat(list).doesNotExist();
    }
}
