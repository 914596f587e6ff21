package dev.serval.benchmarks;

import dev.serval.benchmarks.results.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a JVM has written of its collections, by {@code -Xlog:gc} with its uptime. Immutable.
 *
 * @param pauses in their order
 */
record GcLog(List<Pause> pauses) {
    private static final Pattern PAUSE =
            Pattern.compile(
                    "\\[([0-9.]+)s\\].* Pause .*?(\\d+)([KMG])->(\\d+)([KMG])\\(.*?([0-9.]+)ms\\s*");

    /**
     * @param second when it ended, since the start of the JVM
     * @param heapMiB what was left
     */
    record Pause(double second, double heapMiB, double millis) {}

    /** Collections that do not pause are left out. */
    static GcLog read(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return new GcLog(
                    lines.map(PAUSE::matcher).filter(Matcher::matches).map(GcLog::pause).toList());
        }
    }

    private static Pause pause(Matcher line) {
        return new Pause(
                Double.parseDouble(line.group(1)),
                Units.amount(line.group(4) + line.group(5), 1024) / (1 << 20),
                Double.parseDouble(line.group(6)));
    }

    /** Those between two seconds, the first of which becomes 0. */
    GcLog between(double begin, double end) {
        return new GcLog(
                pauses.stream()
                        .filter(pause -> pause.second >= begin && pause.second <= end)
                        .map(p -> new Pause(p.second - begin, p.heapMiB, p.millis))
                        .toList());
    }

    /** Empty when there was no collection. */
    List<Series> series(String server, String suffix) {
        if (pauses.isEmpty()) {
            return List.of();
        }
        List<Double> seconds = pauses.stream().map(Pause::second).toList();
        return List.of(
                new Series(
                        server,
                        "heap after GC, MiB" + suffix,
                        seconds,
                        pauses.stream().map(Pause::heapMiB).toList()),
                new Series(
                        server,
                        "GC pause, ms" + suffix,
                        seconds,
                        pauses.stream().map(Pause::millis).toList()));
    }
}
