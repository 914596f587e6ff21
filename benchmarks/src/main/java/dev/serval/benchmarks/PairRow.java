package dev.serval.benchmarks;

import dev.serval.benchmarks.results.Round;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What one load came to in two checkouts, the old one twice. Immutable.
 *
 * @param old round by round
 * @param again another process of the old one, in the same rounds
 * @param now this checkout, in the same rounds
 */
record PairRow(List<Round> old, List<Round> again, List<Round> now) {
    static final String DEFINITION =
            """
            CPU: microseconds of the server, user and system, for each request, medians of the rounds.
            now/old: median of the ratios within the rounds. again/old: the same of a second process
            of the old one (least..most). Scatter: the distance from 1 of that quartile of the ratios
            again/old which is farther away. worse: now/old > 1 + scatter + 0.02; better: old/now is.
            """;

    private static final double TOLERATED = 0.02;

    enum Verdict {
        WORSE,
        SAME,
        BETTER
    }

    /** Whose turn it is: each is first, second and third in turn. */
    static int[] order(int round, int servers) {
        return IntStream.range(0, servers).map(i -> (round + i) % servers).toArray();
    }

    /** Between the two nearest values; 0.5 is the median. */
    static double quantile(double share, double... values) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        double at = share * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }

    private static double[] values(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return rounds.stream().mapToDouble(figure).toArray();
    }

    private static double[] ratios(
            List<Round> rounds, List<Round> to, ToDoubleFunction<Round> figure) {
        return IntStream.range(0, to.size())
                .mapToDouble(
                        i -> figure.applyAsDouble(rounds.get(i)) / figure.applyAsDouble(to.get(i)))
                .toArray();
    }

    /** Of the CPU time; above 1 is worse. */
    double ratio() {
        return quantile(0.5, ratios(now, old, Round::cpuMicros));
    }

    /** How far the old one is from itself. */
    double scatter() {
        double[] ratios = ratios(again, old, Round::cpuMicros);
        return Math.max(quantile(0.75, ratios), 1 / quantile(0.25, ratios)) - 1;
    }

    Verdict verdict() {
        double bound = 1 + scatter() + TOLERATED;
        if (ratio() > bound) {
            return Verdict.WORSE;
        }
        return 1 / ratio() > bound ? Verdict.BETTER : Verdict.SAME;
    }

    static String head() {
        return "%-12s %-26s %8s %8s %8s %26s %8s %8s  %s"
                .formatted(
                        "connector",
                        "load",
                        "old CPU",
                        "now CPU",
                        "now/old",
                        "again/old (least..most)",
                        "scatter",
                        "req/s",
                        "verdict");
    }

    String line(String connector, String load) {
        double[] itself = ratios(again, old, Round::cpuMicros);
        return String.format(
                Locale.ROOT,
                "%-12s %-26s %8.2f %8.2f %8.3f %26s %8.3f %8.3f  %s",
                connector,
                load,
                quantile(0.5, values(old, Round::cpuMicros)),
                quantile(0.5, values(now, Round::cpuMicros)),
                ratio(),
                String.format(
                        Locale.ROOT,
                        "%.3f (%.3f..%.3f)",
                        quantile(0.5, itself),
                        quantile(0, itself),
                        quantile(1, itself)),
                scatter(),
                quantile(0.5, ratios(now, old, Round::value)),
                verdict().name().toLowerCase(Locale.ROOT));
    }
}
