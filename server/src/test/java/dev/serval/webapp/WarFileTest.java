package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A WAR becomes a directory, whole or not at all (CWE-22, CWE-409). */
class WarFileTest {
    @TempDir Path temp;
    private Path war;
    private Path target;

    @BeforeEach
    void paths() throws IOException {
        war = temp.resolve("shop.war");
        target = Files.createDirectory(temp.resolve("webapps")).resolve("shop");
    }

    private static byte[] zip(String... namesAndTexts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < namesAndTexts.length; i += 2) {
                ZipEntry entry = new ZipEntry(namesAndTexts[i]);
                entry.setLastModifiedTime(FileTime.fromMillis(1_600_000_000_000L));
                zip.putNextEntry(entry);
                zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    /** Changes a name in both places of a ZIP file; both names have the same length. */
    private static byte[] renamed(byte[] zip, String from, String to) {
        String text = new String(zip, StandardCharsets.ISO_8859_1);
        return text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1);
    }

    private void assertNothingLeft() throws IOException {
        try (Stream<Path> members = Files.list(target.getParent())) {
            assertThat(members).isEmpty();
        }
    }

    @Test
    void unpacksFilesAndDirectories() throws Exception {
        Files.write(war, zip("WEB-INF/", "", "WEB-INF/web.xml", "<web-app/>", "a/b/c.txt", "abc"));

        assertThat(new WarFile(war).unpack(target)).isTrue();

        assertThat(target.resolve("WEB-INF/web.xml")).hasContent("<web-app/>");
        assertThat(target.resolve("a/b/c.txt")).hasContent("abc");
        try (Stream<Path> members = Files.list(target.getParent())) {
            assertThat(members).containsExactly(target);
        }
    }

    @Test
    void filesKeepTheirTimes() throws Exception {
        Files.write(war, zip("a.txt", "abc"));

        new WarFile(war).unpack(target);

        assertThat(Files.getLastModifiedTime(target.resolve("a.txt")).toMillis())
                .isEqualTo(1_600_000_000_000L);
    }

    @Test
    void makesTheParentToo() throws Exception {
        Files.write(war, zip("a.txt", "abc"));
        Path deep = temp.resolve("work/Serval/localhost/shop");

        new WarFile(war).unpack(deep);

        assertThat(deep.resolve("a.txt")).hasContent("abc");
    }

    @Test
    void unpacksTheSameFileOnce() throws Exception {
        Files.write(war, zip("a.txt", "abc"));
        new WarFile(war).unpack(target);
        Files.writeString(target.resolve("mark.txt"), "x");

        assertThat(new WarFile(war).unpack(target)).isFalse();
        assertThat(target.resolve("mark.txt")).exists();
    }

    @Test
    void replacesWhatCameFromAnotherFile() throws Exception {
        Files.write(war, zip("a.txt", "abc", "old.txt", "x"));
        new WarFile(war).unpack(target);
        Files.write(war, zip("a.txt", "the new one"));

        assertThat(new WarFile(war).unpack(target)).isTrue();
        assertThat(target.resolve("a.txt")).hasContent("the new one");
        assertThat(target.resolve("old.txt")).doesNotExist();
    }

    @Test
    void directoryOfTheUserIsKept() throws Exception {
        Files.write(war, zip("a.txt", "abc"));
        Files.createDirectories(target);
        Files.writeString(target.resolve("mine.txt"), "x");

        assertThat(new WarFile(war).unpack(target)).isFalse();
        assertThat(target.resolve("a.txt")).doesNotExist();
        assertThat(target.resolve("mine.txt")).exists();
    }

    @Test
    void oldOneStaysWhenTheNewOneIsBroken() throws Exception {
        Files.write(war, zip("a.txt", "abc"));
        new WarFile(war).unpack(target);
        byte[] next = zip("a.txt", "the new one");
        Files.write(war, Arrays.copyOf(next, next.length / 2));

        assertThatThrownBy(() -> new WarFile(war).unpack(target)).isInstanceOf(WarException.class);
        assertThat(target.resolve("a.txt")).hasContent("abc");
    }

    @Test
    void leftOversOfAKilledServerGo() throws Exception {
        Files.write(war, zip("a.txt", "abc"));
        Path left = target.resolveSibling(".shop.unpacking-123");
        Files.createDirectories(left.resolve("new"));
        Files.writeString(left.resolve("new/a.txt"), "half");

        new WarFile(war).unpack(target);

        assertThat(left).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../evil.txt",
                "../../evil.txt",
                "a/../../evil.txt",
                "a/../../../shop/x",
                "/evil.txt",
                "//evil.txt",
                "a//evil.txt",
                "./evil.txt",
                "a/./evil.txt",
                "..",
                "../",
                "a\\..\\..\\evil.txt",
                "..\\evil.txt",
                "C:/evil.txt",
                "C:",
                "a\u0001evil.txt",
                "a\nevil.txt",
                "a\u007fevil.txt"
            })
    void refusesNamesThatLeadOut(String name) throws Exception {
        Files.write(war, zip("index.html", "x", name, "evil"));

        assertThatThrownBy(() -> new WarFile(war).check())
                .isInstanceOf(WarException.class)
                .hasMessageStartingWith("shop.war: the entry '")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> new WarFile(war).unpack(target)).isInstanceOf(WarException.class);
        assertThat(temp.resolve("evil.txt")).doesNotExist();
        assertNothingLeft();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"...", "a..b", "..a", "a b/c d.txt", "caf\u00e9/\u20ac.txt", "a;b=c%2e"})
    void unusualNamesAreFine(String name) throws Exception {
        Files.write(war, zip(name, "fine"));

        new WarFile(war).unpack(target);

        assertThat(target.resolve(name)).hasContent("fine");
    }

    @Test
    void refusesTwoEntriesOfOneName() throws Exception {
        Files.write(war, renamed(zip("a1.txt", "one", "a2.txt", "two"), "a2.txt", "a1.txt"));

        assertThatThrownBy(() -> new WarFile(war).check()).isInstanceOf(WarException.class);
    }

    @Test
    void refusesNamesThatDifferInCaseOnly() throws Exception {
        Files.write(war, zip("a.txt", "one", "A.TXT", "two"));

        assertThatThrownBy(() -> new WarFile(war).check()).hasMessageContaining("twice");
    }

    @Test
    void refusesAFileWhereADirectoryIs() throws Exception {
        Files.write(war, zip("a/b.txt", "one", "a", "two"));

        assertThatThrownBy(() -> new WarFile(war).unpack(target)).isInstanceOf(IOException.class);
        assertNothingLeft();
    }

    @Test
    void everyTruncationIsSeen() throws Exception {
        byte[] whole = zip("WEB-INF/web.xml", "<web-app/>", "a.txt", "abc");
        for (int length = 0; length < whole.length; length++) {
            Files.write(war, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> new WarFile(war).check())
                    .as("%s bytes", length)
                    .isInstanceOf(WarException.class)
                    .hasMessageStartingWith("shop.war is not a complete ZIP file: ");
        }
        Files.write(war, whole);
        assertThatCode(() -> new WarFile(war).check()).doesNotThrowAnyException();
    }

    @Test
    void changedContentIsSeen() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] content = "some stored text".getBytes(StandardCharsets.US_ASCII);
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            ZipEntry entry = new ZipEntry("a.txt");
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(content.length);
            CRC32 sum = new CRC32();
            sum.update(content);
            entry.setCrc(sum.getValue());
            zip.putNextEntry(entry);
            zip.write(content);
            zip.closeEntry();
        }
        Files.write(war, renamed(bytes.toByteArray(), "stored", "stoned"));

        assertThatThrownBy(() -> new WarFile(war).unpack(target))
                .isInstanceOf(WarException.class)
                .hasMessageContaining("damaged")
                .hasMessageContaining("a.txt");
        assertNothingLeft();
    }

    @Test
    void beginningThatIsNotYetWrittenIsSeen() throws Exception {
        // As rsync --inplace leaves it: the end is there, the beginning is not.
        byte[] whole = zip("a.txt", "abcabcabcabc");
        Arrays.fill(whole, 0, 40, (byte) 0);
        Files.write(war, whole);

        assertThatThrownBy(() -> new WarFile(war).unpack(target)).isInstanceOf(WarException.class);
        assertNothingLeft();
    }

    @Test
    void sizeIsLimited() throws Exception {
        Files.write(war, zip("bomb.bin", "0".repeat(100_000)));

        assertThatThrownBy(() -> new WarFile(war, new WarLimits(10, 99_999)).unpack(target))
                .isInstanceOf(WarException.class)
                .hasMessageContaining("99999 bytes");
        assertNothingLeft();
    }

    @Test
    void sizeUpToTheLimitIsFine() throws Exception {
        Files.write(war, zip("big.bin", "0".repeat(100_000)));

        assertThat(new WarFile(war, new WarLimits(1, 100_000)).unpack(target)).isTrue();
    }

    @Test
    void numberOfEntriesIsLimited() throws Exception {
        Files.write(war, zip("a", "", "b", "", "c", ""));

        assertThatThrownBy(() -> new WarFile(war, new WarLimits(2, 100)).check())
                .hasMessageContaining("more than 2 entries");
    }

    @Test
    void sizeThatIsUnderstatedIsSeen() throws Exception {
        byte[] bomb = zip("bomb.bin", "0".repeat(100_000));
        // The central directory says 10 bytes.
        int central = new String(bomb, StandardCharsets.ISO_8859_1).indexOf("PK\001\002");
        bomb[central + 24] = 10;
        bomb[central + 25] = 0;
        bomb[central + 26] = 0;
        Files.write(war, bomb);

        assertThatThrownBy(() -> new WarFile(war).unpack(target)).isInstanceOf(WarException.class);
        assertNothingLeft();
    }

    @Test
    void limitsArePositive() {
        assertThatThrownBy(() -> new WarLimits(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new WarLimits(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void missingFileAndDirectoryAreSaid() throws Exception {
        assertThatThrownBy(() -> new WarFile(war).check()).hasMessage("shop.war is no file");
        Files.createDirectory(war);
        assertThatThrownBy(() -> new WarFile(war).check()).hasMessage("shop.war is no file");
    }

    @Test
    void stampChangesWithTheFile() throws Exception {
        Files.writeString(war, "a");
        WarFile.Stamp first = new WarFile(war).stamp();
        assertThat(new WarFile(war).stamp()).isEqualTo(first);

        Files.writeString(war, "ab");

        assertThat(new WarFile(war).stamp()).isNotEqualTo(first);
    }

    @Test
    void linkInAnUnpackedDirectoryIsNotFollowedWhenItIsReplaced() throws Exception {
        Files.write(war, zip("a.txt", "abc"));
        new WarFile(war).unpack(target);
        Path outside = Files.createDirectory(temp.resolve("outside"));
        Files.writeString(outside.resolve("precious.txt"), "x");
        Files.createSymbolicLink(target.resolve("link"), outside);
        Files.write(war, zip("a.txt", "the new one"));

        new WarFile(war).unpack(target);

        assertThat(outside.resolve("precious.txt")).exists();
    }

    @Test
    void refusedNamesAreShownShort() {
        assertThatThrownBy(() -> EntryName.below(temp, "../" + "x".repeat(5000)))
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(300));
    }
}
