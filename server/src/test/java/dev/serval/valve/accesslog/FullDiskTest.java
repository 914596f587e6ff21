package dev.serval.valve.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Exchange;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an access log does while there is no room for it. */
@Timeout(60)
class FullDiskTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    @TempDir Path directory;
    private final AtomicLong room = new AtomicLong();

    private AccessLog log() {
        LogFiles files = new LogFiles(directory, "a", "", LogFiles.DAILY, true);
        return new AccessLog(
                new LogFile(
                        files,
                        new byte[0],
                        ZoneOffset.UTC,
                        () -> NOW,
                        (path, how) -> new FailingChannel(FileChannel.open(path, how), room)),
                files.periods(ZoneOffset.UTC),
                AccessLogPattern.parse("%U", ZoneOffset.UTC),
                LineRules.all(false),
                () -> NOW);
    }

    private static Exchange request(int number) {
        return Exchanges.answered(200, 1, "GET /" + number + "/" + "x".repeat(1000) + " HTTP/1.1");
    }

    /** Each line is written, or counted as lost; those that are written are whole. */
    @Test
    void nobodyWaitsLinesAreCountedAndLoggingGoesOnByItself() throws Exception {
        long lostBefore = LogLines.lost();
        long writtenBefore = LogLines.written();
        int many = 8000; // twice of what waits in memory
        Path file = directory.resolve("a.2026-11-21");
        int slow = 0;
        try (AccessLog log = log()) {
            log.start();
            for (int i = 0; i < many; i++) {
                Exchange exchange = request(i);
                long begun = System.nanoTime();
                log.completed(exchange);
                if (System.nanoTime() - begun > TimeUnit.MILLISECONDS.toNanos(900)) {
                    slow++;
                }
            }
            assertThat(LogLines.lost() - lostBefore).isBetween(1000L, (long) many);
            assertThat(slow).as("those that waited, not counting a busy machine").isLessThan(4);

            room.set(1L << 30);
            while (LogLines.written() - writtenBefore + LogLines.lost() - lostBefore < many) {
                Thread.onSpinWait();
            }
            log.completed(request(many));
        }
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        assertThat(lines).allMatch(line -> line.matches("/[0-9]+/x{1000}"));
        assertThat(lines.get(lines.size() - 1)).startsWith("/" + many + "/");
        long lost = LogLines.lost() - lostBefore;
        assertThat(lines.size() + lost).isEqualTo(many + 1L);
        assertThat(LogLines.written() - writtenBefore).isEqualTo(lines.size());
    }

    @Test
    void noLineIsLostOrSplitWhileFilesChangeUnderLoad() throws Exception {
        LogRotation small = new LogRotation(-1, 70_000, false, false, false);
        int threads = 4;
        int each = 2_000;
        long lostBefore = LogLines.lost();
        try (AccessLog log =
                new AccessLog(
                        new LogFiles(directory, "a", ".txt", LogFiles.DAILY, true, small),
                        AccessLogPattern.parse("%U", ZoneOffset.UTC),
                        LineRules.all(false),
                        () -> NOW,
                        ZoneOffset.UTC)) {
            log.start();
            List<Thread> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int first = t * each;
                Thread thread =
                        new Thread(
                                () -> {
                                    for (int i = first; i < first + each; i++) {
                                        log.completed(
                                                Exchanges.answered(
                                                        200,
                                                        1,
                                                        "GET /" + i + "/xxxxxxxxxxxxxx HTTP/1.1"));
                                    }
                                });
                thread.start();
                all.add(thread);
            }
            for (Thread thread : all) {
                thread.join();
            }
        }
        List<String> lines = new ArrayList<>();
        int files = 0;
        try (var found = Files.newDirectoryStream(directory)) {
            for (Path file : found) {
                files++;
                assertThat(Files.size(file)).isLessThanOrEqualTo(70_000);
                lines.addAll(Files.readAllLines(file));
            }
        }
        assertThat(files).isGreaterThan(2);
        assertThat(LogLines.lost()).isEqualTo(lostBefore);
        assertThat(lines).hasSize(threads * each).doesNotHaveDuplicates();
        assertThat(lines).allMatch(line -> line.matches("/[0-9]+/x{14}"));
    }

    @Test
    void onlyRequestsOfTheConditionsGetALine() {
        LogFiles files = new LogFiles(directory, "c", "", "", false);
        LineRules rules = new LineRules(false, false, "yes", "no");
        try (AccessLog log = new AccessLog(files, AccessLogPattern.parse("%U"), rules)) {
            assertThat(log.wants().values()).hasSize(2);
            log.start();
            for (String has : new String[] {"", "yes", "no", "yes no"}) {
                Exchange exchange =
                        Exchanges.answered(200, 1, "GET /" + has.replace(' ', '-') + " HTTP/1.1");
                exchange.note(new dev.serval.http.LogNotes(log.wants()));
                for (String name : has.split(" ")) {
                    exchange.notes().value(dev.serval.http.LogValue.attribute(name), "x");
                }
                log.completed(exchange);
            }
            log.completed(Exchanges.answered(200, 1, "GET /unnoted HTTP/1.1"));
        }
        assertThat(directory.resolve("c")).hasContent("/yes");
    }
}
