package dev.serval.benchmarks.report;

import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.results.Row;
import dev.serval.benchmarks.results.ScenarioResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** What one scenario has measured, and how Serval compares to each peer. Stateless. */
final class ScenarioTables {
    private ScenarioTables() {}

    /** All figures, the best server first. */
    static Table figures(ScenarioResult scenario) {
        List<List<String>> rows = new ArrayList<>();
        for (Row row : new Ranking(scenario).bestFirst()) {
            rows.add(
                    List.of(
                            row.server(),
                            Spread.of(row, Round::value).text(),
                            median(row, Round::p50Ms),
                            median(row, Round::p99Ms),
                            median(row, Round::maxMs),
                            median(row, Round::cpuMicros),
                            memory(row),
                            Figures.percent(Spread.of(row, Round::serverCpu).median()),
                            Figures.percent(Spread.of(row, Round::clientCpu).median()),
                            notes(row)));
        }
        int rounds = scenario.rows().stream().mapToInt(row -> row.rounds().size()).max().orElse(0);
        return new Table(
                        scenario.unit()
                                + ", "
                                + (scenario.higherIsBetter() ? "more" : "less")
                                + " is better: median"
                                + (rounds > 1 ? " (least – most) of " + rounds + " rounds" : ""),
                        List.of(
                                "Server",
                                scenario.unit(),
                                "p50, ms",
                                "p99, ms",
                                "longest, ms",
                                "CPU per request, µs",
                                "peak memory, MiB",
                                "server’s CPU",
                                "client’s CPU",
                                "Note"),
                        rows)
                .withoutEmptyColumns();
    }

    /** How many times the figure of each peer that of Serval is; no rows where one is missing. */
    static Table ratios(ScenarioResult scenario) {
        List<Row> best = new Ranking(scenario).bestFirst();
        List<Row> own = best.stream().filter(row -> isOwn(row, true)).toList();
        List<Row> peers = best.stream().filter(row -> isOwn(row, false)).toList();
        List<String> head = new ArrayList<>(List.of("Serval"));
        peers.forEach(peer -> head.add("× " + peer.server()));
        List<List<String>> rows = new ArrayList<>();
        for (Row row : peers.isEmpty() ? List.<Row>of() : own) {
            List<String> cells = new ArrayList<>(List.of(row.server()));
            for (Row peer : peers) {
                cells.add(Figures.times(Ranking.median(row) / Ranking.median(peer)));
            }
            rows.add(cells);
        }
        return new Table(
                "Medians as multiples of each peer’s, "
                        + (scenario.higherIsBetter() ? "more" : "less")
                        + " is better",
                head,
                rows);
    }

    private static boolean isOwn(Row row, boolean own) {
        return Ranking.isMeasured(row) && Ranking.isServal(row.server()) == own;
    }

    private static String median(Row row, java.util.function.ToDoubleFunction<Round> figure) {
        return Figures.number(Spread.of(row, figure).median());
    }

    private static String memory(Row row) {
        return Figures.number(Spread.of(row, Round::peakMemoryKb).most() / 1024);
    }

    private static String notes(Row row) {
        return row.rounds().stream()
                .map(Round::note)
                .filter(Objects::nonNull)
                .distinct()
                .collect(Collectors.joining("; "));
    }
}
