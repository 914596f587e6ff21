package dev.serval.benchmarks.report;

import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.results.Row;
import dev.serval.benchmarks.results.ScenarioResult;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** The rows of a scenario in the order of what they have measured. Immutable. */
final class Ranking {
    private final ScenarioResult scenario;

    Ranking(ScenarioResult scenario) {
        this.scenario = scenario;
    }

    /** Whether a server is Serval itself; one in front of it is not. */
    static boolean isServal(String server) {
        return server.toLowerCase(Locale.ROOT).startsWith("serval");
    }

    /** The largest figure first, as the literature draws it; without those that have none. */
    List<Row> largestFirst() {
        return measured(Comparator.comparingDouble(Ranking::median).reversed());
    }

    /** The best first, then those that have failed. */
    List<Row> bestFirst() {
        Comparator<Row> order = Comparator.comparingDouble(Ranking::median);
        List<Row> all =
                new java.util.ArrayList<>(
                        measured(scenario.higherIsBetter() ? order.reversed() : order));
        scenario.rows().stream().filter(row -> !isMeasured(row)).forEach(all::add);
        return all;
    }

    /** The best of Serval's own. */
    Optional<Row> bestServal() {
        return bestFirst().stream()
                .filter(Ranking::isMeasured)
                .filter(row -> isServal(row.server()))
                .findFirst();
    }

    Optional<Row> row(String server) {
        return scenario.rows().stream()
                .filter(row -> Objects.equals(row.server(), server))
                .filter(Ranking::isMeasured)
                .findFirst();
    }

    static double median(Row row) {
        return Spread.of(row, Round::value).median();
    }

    static boolean isMeasured(Row row) {
        return Spread.of(row, Round::value).isKnown();
    }

    private List<Row> measured(Comparator<Row> order) {
        return scenario.rows().stream().filter(Ranking::isMeasured).sorted(order).toList();
    }
}
