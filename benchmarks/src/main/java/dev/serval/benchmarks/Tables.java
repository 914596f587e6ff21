package dev.serval.benchmarks;

import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.results.Row;
import dev.serval.benchmarks.results.ScenarioResult;
import dev.serval.benchmarks.results.SuiteResult;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Results for the terminal: medians with their spread, best first, and the ratio of each to the
 * best server that is not Serval. Stateless.
 */
final class Tables {
    private Tables() {}

    static void print(SuiteResult result, PrintStream out) {
        for (ScenarioResult scenario : result.scenarios()) {
            out.printf(
                    "%n%s (%s)%n%-26s %38s %8s %8s %8s %9s%n",
                    scenario.name(),
                    scenario.client(),
                    "",
                    scenario.unit() + " (least - most)",
                    "to peer",
                    "CPU us",
                    "p99 ms",
                    "peak MiB");
            Comparator<Row> order = Comparator.comparingDouble(row -> median(row, Round::value));
            List<Row> rows =
                    scenario.rows().stream()
                            .sorted(scenario.higherIsBetter() ? order.reversed() : order)
                            .toList();
            double peer =
                    rows.stream()
                            .filter(row -> !row.server().startsWith("Serval"))
                            .mapToDouble(row -> median(row, Round::value))
                            .filter(value -> value > 0)
                            .findFirst()
                            .orElse(Double.NaN);
            rows.forEach(row -> print(row, peer, out));
        }
    }

    private static void print(Row row, double peer, PrintStream out) {
        double[] values = sorted(row.rounds(), Round::value);
        String note =
                row.rounds().stream()
                        .map(Round::note)
                        .filter(text -> text != null)
                        .findFirst()
                        .map(text -> "  " + text)
                        .orElse("");
        out.printf(
                Locale.ROOT,
                "%-26s %12.1f (%10.1f - %10.1f) %8.2f %8.1f %8.2f %9.0f%s%n",
                row.server(),
                median(row, Round::value),
                values[0],
                values[values.length - 1],
                values[0] < 0 ? Double.NaN : median(row, Round::value) / peer,
                median(row, Round::cpuMicros),
                median(row, Round::p99Ms),
                median(row, round -> round.peakMemoryKb() / 1024.0),
                note);
    }

    private static double median(Row row, ToDoubleFunction<Round> what) {
        double[] values = sorted(row.rounds(), what);
        return values[values.length / 2];
    }

    private static double[] sorted(List<Round> rounds, ToDoubleFunction<Round> what) {
        return rounds.stream().mapToDouble(what).sorted().toArray();
    }
}
