package dev.serval.benchmarks.report;

import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.results.Row;
import dev.serval.benchmarks.results.ScenarioResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Serval's kinds of connector beside each other, for each JDK that was measured. Stateless. */
final class ConnectorTable {
    private static final List<String> KINDS = List.of("Serval BIO", "Serval NIO", "Serval NIO2");

    private ConnectorTable() {}

    /** One table for each JDK, in the order of the results; none when there are none. */
    static List<Table> of(List<NamedResult> results) {
        List<String> jdks = results.stream().map(ConnectorTable::jdk).distinct().sorted().toList();
        List<Table> tables = new ArrayList<>();
        for (String jdk : jdks) {
            List<List<String>> rows = new ArrayList<>();
            for (NamedResult named : results) {
                if (jdk(named).equals(jdk)) {
                    named.result().scenarios().stream()
                            .map(scenario -> row(named.result().suite(), scenario))
                            .flatMap(Optional::stream)
                            .forEach(rows::add);
                }
            }
            if (!rows.isEmpty()) {
                tables.add(table(jdk, rows));
            }
        }
        return tables;
    }

    private static Table table(String jdk, List<List<String>> rows) {
        List<String> head = new ArrayList<>(List.of("Suite", "Load", "Unit"));
        KINDS.forEach(kind -> head.add(kind.replace("Serval ", "")));
        head.add("Best");
        return new Table("Medians (least – most), " + jdk, head, rows);
    }

    /** Where at least two of them were measured. */
    private static Optional<List<String>> row(String suite, ScenarioResult scenario) {
        Ranking ranking = new Ranking(scenario);
        List<String> cells = new ArrayList<>(List.of(suite, scenario.name(), scenario.unit()));
        int count = 0;
        for (String kind : KINDS) {
            Optional<Row> row = ranking.row(kind);
            count += row.isPresent() ? 1 : 0;
            cells.add(row.map(r -> Spread.of(r, Round::value).text()).orElse(Figures.NONE));
        }
        cells.add(
                ranking.bestFirst().stream()
                        .filter(row -> KINDS.contains(row.server()))
                        .findFirst()
                        .map(row -> row.server().replace("Serval ", ""))
                        .orElse(Figures.NONE));
        return count < 2 ? Optional.empty() : Optional.of(cells);
    }

    private static String jdk(NamedResult named) {
        return Objects.toString(named.result().machine().java());
    }
}
