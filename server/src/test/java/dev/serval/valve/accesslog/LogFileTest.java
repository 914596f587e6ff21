package dev.serval.valve.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When files of the access log change, and what becomes of them. */
class LogFileTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final String TODAY = ".2026-11-21";
    private static final String YESTERDAY = ".2026-11-20";
    private static final byte[] NO_HEADER = {};

    @TempDir Path directory;
    private final AtomicLong room = new AtomicLong(Long.MAX_VALUE);

    private LogFile file(LogRotation rotation, byte[] header) {
        return new LogFile(
                new LogFiles(directory, "a", ".txt", LogFiles.DAILY, true, rotation),
                header,
                ZoneOffset.UTC,
                () -> NOW,
                (path, how) -> new FailingChannel(FileChannel.open(path, how), room));
    }

    private static LogRotation rotation(int maxDays, long maxBytes, boolean rename, boolean look) {
        return new LogRotation(maxDays, maxBytes, rename, look, true);
    }

    private static Chunk chunk(String stamp, String lines) {
        byte[] bytes = lines.getBytes(StandardCharsets.US_ASCII);
        Chunk chunk = new Chunk(bytes.length);
        chunk.open(stamp);
        System.arraycopy(bytes, 0, chunk.bytes, 0, bytes.length);
        chunk.length = bytes.length;
        return chunk;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private String content(String name) throws IOException {
        return Files.readString(directory.resolve(name));
    }

    @Test
    void aFileThatWouldBecomeTooLargeGetsANumber() throws IOException {
        LogFile log = file(rotation(-1, 10, false, false), NO_HEADER);
        for (String line : List.of("/one\n", "/two\n", "/three\n", "/a-very-long-one\n", "/x\n")) {
            log.write(chunk(TODAY, line));
        }
        log.write(chunk(".2026-11-22", "/next\n"));
        log.close();
        assertThat(names())
                .containsExactly(
                        "a.2026-11-21.1.txt",
                        "a.2026-11-21.2.txt",
                        "a.2026-11-21.3.txt",
                        "a.2026-11-21.txt",
                        "a.2026-11-22.txt");
        assertThat(content("a.2026-11-21.1.txt")).isEqualTo("/one\n/two\n");
        assertThat(content("a.2026-11-21.2.txt")).isEqualTo("/three\n");
        assertThat(content("a.2026-11-21.3.txt")).isEqualTo("/a-very-long-one\n");
        assertThat(content("a.2026-11-21.txt")).isEqualTo("/x\n");
    }

    @Test
    void numbersGoOnAfterARestartAndNothingIsReplaced() throws IOException {
        Files.writeString(directory.resolve("a.2026-11-21.1.txt"), "kept\n");
        Files.writeString(directory.resolve("a.2026-11-21.7.txt"), "kept\n");
        Files.writeString(directory.resolve("a.2026-11-21.txt"), "123456789\n");
        LogFile log = file(rotation(-1, 10, false, false), NO_HEADER);
        log.write(chunk(TODAY, "/one\n"));
        log.close();
        assertThat(content("a.2026-11-21.8.txt")).isEqualTo("123456789\n");
        assertThat(content("a.2026-11-21.7.txt")).isEqualTo("kept\n");
        assertThat(content("a.2026-11-21.txt")).isEqualTo("/one\n");
    }

    @Test
    void eachFileBeginsWithItsHeaderOnce() throws IOException {
        byte[] header = "#F\n".getBytes(StandardCharsets.US_ASCII);
        LogFile log = file(rotation(-1, 10, false, false), header);
        log.write(chunk(TODAY, "/one\n"));
        log.close();
        log = file(rotation(-1, 10, false, false), header);
        log.write(chunk(TODAY, "/\n"));
        log.write(chunk(TODAY, "/two\n"));
        log.close();
        assertThat(content("a.2026-11-21.1.txt")).isEqualTo("#F\n/one\n/\n");
        assertThat(content("a.2026-11-21.txt")).isEqualTo("#F\n/two\n");
    }

    @Test
    void theFileGetsItsDateWhenItsTimeIsOver() throws IOException {
        LogFile log = file(rotation(-1, -1, true, false), NO_HEADER);
        log.write(chunk(YESTERDAY, "/before\n"));
        assertThat(names()).containsExactly("a.txt");
        log.write(chunk(TODAY, "/after\n"));
        log.close();
        assertThat(content("a.2026-11-20.txt")).isEqualTo("/before\n");
        assertThat(content("a.txt")).isEqualTo("/after\n");
    }

    @Test
    void alsoAtAStartThatComesLaterAndWithoutReplacingOne() throws IOException {
        Path current = directory.resolve("a.txt");
        Files.writeString(current, "/old\n");
        Files.setLastModifiedTime(current, FileTime.from(NOW.minus(Duration.ofDays(1))));
        Files.writeString(directory.resolve("a.2026-11-20.txt"), "kept\n");
        LogFile log = file(rotation(-1, -1, true, false), NO_HEADER);
        log.write(chunk(TODAY, "/new\n"));
        log.close();
        assertThat(content("a.2026-11-20.txt")).isEqualTo("kept\n");
        assertThat(content("a.2026-11-20.1.txt")).isEqualTo("/old\n");
        assertThat(content("a.txt")).isEqualTo("/new\n");
    }

    @Test
    void oldFilesOfTheLogAreRemovedAndNoOthers() throws IOException {
        FileTime old = FileTime.from(NOW.minus(Duration.ofDays(8)));
        for (String name :
                List.of(
                        "a.2026-11-12.txt",
                        "a.2026-11-12.3.txt",
                        "a.notes.txt",
                        "ab.2026-11-12.txt",
                        "a.2026-11-12.txt.gz",
                        "a.txt")) {
            Files.writeString(directory.resolve(name), "x\n");
            Files.setLastModifiedTime(directory.resolve(name), old);
        }
        Files.writeString(directory.resolve("a.2026-11-20.txt"), "young\n");
        Files.setLastModifiedTime(
                directory.resolve("a.2026-11-20.txt"),
                FileTime.from(NOW.minus(Duration.ofDays(1))));
        LogFile log = file(rotation(7, -1, false, false), NO_HEADER);
        log.write(chunk(TODAY, "/\n"));
        log.close();
        assertThat(names())
                .containsExactly(
                        "a.2026-11-12.txt.gz",
                        "a.2026-11-20.txt",
                        "a.2026-11-21.txt",
                        "a.notes.txt",
                        "a.txt",
                        "ab.2026-11-12.txt");
    }

    @Test
    void othersMayMoveTheFileAway() throws IOException {
        LogFile log = file(rotation(-1, -1, false, true), NO_HEADER);
        log.write(chunk(TODAY, "/one\n"));
        Files.move(directory.resolve("a.2026-11-21.txt"), directory.resolve("moved"));
        log.write(chunk(TODAY, "/two\n"));
        Files.delete(directory.resolve("a.2026-11-21.txt"));
        Files.writeString(directory.resolve("a.2026-11-21.txt"), "/theirs\n");
        log.write(chunk(TODAY, "/three\n"));
        log.close();
        assertThat(content("moved")).isEqualTo("/one\n");
        assertThat(content("a.2026-11-21.txt")).isEqualTo("/theirs\n/three\n");
    }

    @Test
    void aFullDiskLeavesNoPartOfALineOrOfTheHeader() throws IOException {
        LogFile log = file(LogRotation.USUAL, "#F\n".getBytes(StandardCharsets.US_ASCII));
        room.set(5);
        assertThatThrownBy(() -> log.write(chunk(TODAY, "/one\n"))).isInstanceOf(IOException.class);
        assertThat(content("a.2026-11-21.txt")).isEmpty();
        room.set(9);
        log.write(chunk(TODAY, "/one\n"));
        assertThatThrownBy(() -> log.write(chunk(TODAY, "/two\n/three\n")))
                .isInstanceOf(IOException.class);
        assertThat(content("a.2026-11-21.txt")).isEqualTo("#F\n/one\n");
        room.set(100);
        log.write(chunk(TODAY, "/two\n/three\n"));
        log.close();
        assertThat(content("a.2026-11-21.txt")).isEqualTo("#F\n/one\n/two\n/three\n");
    }

    @Test
    void aFileThatCannotBeRenamedIsWrittenOn() throws IOException {
        // With a number the name is longer than names may be.
        String longest = "a".repeat(255 - TODAY.length());
        LogRotation small = rotation(-1, 10, false, false);
        LogFile log =
                new LogFile(
                        new LogFiles(directory, longest, "", LogFiles.DAILY, true, small),
                        NO_HEADER,
                        ZoneOffset.UTC,
                        () -> NOW,
                        FileChannel::open);
        for (String line : List.of("/one\n", "/two\n", "/three\n")) {
            log.write(chunk(TODAY, line));
        }
        log.close();
        assertThat(names()).containsExactly(longest + TODAY);
        assertThat(content(longest + TODAY)).isEqualTo("/one\n/two\n/three\n");
    }
}
