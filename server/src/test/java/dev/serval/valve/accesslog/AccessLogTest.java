package dev.serval.valve.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Exchange;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class AccessLogTest {
    private static final long MIDNIGHT = Instant.parse("2026-11-21T00:00:00Z").toEpochMilli();

    @TempDir Path directory;
    private final AtomicLong now = new AtomicLong(MIDNIGHT);

    private AccessLog log(Path in, String pattern) {
        return new AccessLog(
                new LogFiles(in, "access", ".txt", LogFiles.DAILY, true),
                AccessLogPattern.parse(pattern, ZoneOffset.UTC),
                LineRules.all(false),
                () -> Instant.ofEpochMilli(now.get()),
                ZoneOffset.UTC);
    }

    private static Exchange request(String path) {
        return Exchanges.answered(200, 1, "GET " + path + " HTTP/1.1");
    }

    @Test
    void linesAreOnDiskWithinASecondWithoutClose() throws IOException {
        try (AccessLog log = log(directory, "%U")) {
            log.start();
            Path file = directory.resolve("access.2026-11-21.txt");
            long fastest = Long.MAX_VALUE;
            String lines = "";
            // On a busy machine one takes longer now and then.
            for (int i = 0; i < 5 && fastest >= TimeUnit.SECONDS.toNanos(1); i++) {
                lines += "/a\n";
                long begun = System.nanoTime();
                log.completed(request("/a"));
                while (!Files.exists(file) || Files.size(file) < lines.length()) {
                    Thread.onSpinWait();
                }
                fastest = Math.min(fastest, System.nanoTime() - begun);
            }
            assertThat(Duration.ofNanos(fastest)).isLessThan(Duration.ofSeconds(1));
            assertThat(file).hasContent(lines);
        }
    }

    @Test
    void theFileChangesAtMidnight() {
        try (AccessLog log = log(directory, "%U")) {
            log.start();
            now.set(MIDNIGHT - 1);
            log.log(request("/before"));
            now.set(MIDNIGHT);
            log.log(request("/after"));
        }
        assertThat(directory.resolve("access.2026-11-20.txt")).hasContent("/before");
        assertThat(directory.resolve("access.2026-11-21.txt")).hasContent("/after");
    }

    @Test
    void aSecondStartAppends() {
        for (String path : List.of("/one", "/two")) {
            try (AccessLog log = log(directory, "%U")) {
                log.start();
                log.log(request(path));
            }
        }
        assertThat(directory.resolve("access.2026-11-21.txt")).hasContent("/one\n/two");
    }

    @Test
    void noLineIsLostOrSplitWhileManyThreadsLogOverMidnight() throws Exception {
        int threads = 4;
        int each = 5_000;
        try (AccessLog log = log(directory, "%U")) {
            log.start();
            List<Thread> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                String name = "/" + t + "/";
                Thread thread =
                        new Thread(
                                () -> {
                                    for (int i = 0; i < each; i++) {
                                        if (i == each / 2) {
                                            now.set(MIDNIGHT + Duration.ofDays(1).toMillis());
                                        }
                                        log.log(request(name + i));
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
        lines.addAll(Files.readAllLines(directory.resolve("access.2026-11-21.txt")));
        lines.addAll(Files.readAllLines(directory.resolve("access.2026-11-22.txt")));
        assertThat(lines).hasSize(threads * each).doesNotHaveDuplicates();
        assertThat(lines).allMatch(line -> line.matches("/[0-3]/[0-9]{1,4}"));
    }

    @Test
    void aDirectoryThatCannotBeWrittenStopsNobodyAndIsTriedAgain() throws IOException {
        Path logs = directory.resolve("logs");
        Files.writeString(logs, "in the way");
        try (AccessLog log = log(logs, "%U")) {
            log.start();
            log.log(request("/kept"));
            Files.delete(logs);
            Path file = logs.resolve("access.2026-11-21.txt");
            while (!Files.exists(file) || Files.size(file) == 0) {
                Thread.onSpinWait();
            }
            assertThat(file).hasContent("/kept");
        }
    }

    @Test
    void closeEndsAlsoWhenNothingCanBeWritten() throws IOException {
        Path logs = directory.resolve("logs");
        Files.writeString(logs, "in the way");
        AccessLog log = log(logs, "%U");
        log.start();
        log.log(request("/lost"));
        long begun = System.nanoTime();
        log.close();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(4));
    }

    private AccessLog log(LogFiles files) {
        return new AccessLog(
                files,
                AccessLogPattern.parse("%U", ZoneOffset.UTC),
                LineRules.all(false),
                () -> Instant.ofEpochMilli(now.get()),
                ZoneOffset.UTC);
    }

    @ParameterizedTest(name = "{0}{1}{2}, rotatable {3}: {4}, {5}")
    @CsvSource(
            value = {
                "access_log, .yyyy-MM-dd, '', true, access_log.2026-11-20, access_log.2026-11-21",
                "access_log, .yyyy-MM-dd, .txt, false, access_log.txt, access_log.txt",
                "access_log, '', .txt, true, access_log.txt, access_log.txt",
                "a., yyyy-MM-dd.HH, .log, true, a.2026-11-20.23.log, a.2026-11-21.00.log",
                "'', yyyyMM, '', true, 202611, 202611",
                "a, -HHmm, '', true, a-2359, a-0000"
            })
    void filesAreNamedAsInTomcat(
            String prefix, String format, String suffix, boolean rotatable, String a, String b)
            throws IOException {
        Files.writeString(directory.resolve(a), "/old\n");
        LogFiles files = new LogFiles(directory, prefix, suffix, format, rotatable);
        try (AccessLog log = log(files)) {
            log.start();
            now.set(MIDNIGHT - 1);
            log.log(request("/before"));
            now.set(MIDNIGHT);
            log.log(request("/after"));
        }
        if (a.equals(b)) {
            assertThat(directory.resolve(a)).hasContent("/old\n/before\n/after");
        } else {
            assertThat(directory.resolve(a)).hasContent("/old\n/before");
            assertThat(directory.resolve(b)).hasContent("/after");
        }
    }

    @Test
    void aDeviceIsWrittenAndNeverMade() {
        LogFiles nowhere = new LogFiles(Path.of("/dev"), "null", "", LogFiles.DAILY, false);
        try (AccessLog log = log(nowhere)) {
            log.start();
            log.log(request("/a"));
        }
        assertThat(Path.of("/dev/null.2026-11-21")).doesNotExist();
        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    }

    @Test
    void aNamedPipeWaitsForWhoeverReadsIt() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        try (AccessLog log = log(new LogFiles(directory, "pipe", "", LogFiles.DAILY, false))) {
            log.start();
            log.log(request("/a"));
            log.log(request("/b"));
            try (BufferedReader reader = Files.newBufferedReader(pipe)) {
                assertThat(reader.readLine()).isEqualTo("/a");
                assertThat(reader.readLine()).isEqualTo("/b");
            }
        }
        assertThat(Files.isRegularFile(pipe)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"/dev, stdout, ''", "/proc/self/fd, 1, ''", "/dev, std, out"})
    void theOutputOfTheProcessIsWrittenAsItIs(String in, String prefix, String suffix)
            throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xshare:auto",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                LoggingProgram.class.getName(),
                                in,
                                prefix,
                                suffix)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(output).contains("before\n/logged\nafter\n");
    }
}
