package dev.serval.benchmarks.report;

import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.results.Row;
import dev.serval.benchmarks.results.ScenarioResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Serval's kinds of connector beside each other, for each JDK that was measured. Stateless. */
final class ConnectorTable {
    private static final List<String> KINDS = List.of("Serval BIO", "Serval NIO", "Serval NIO2");

    private ConnectorTable() {}

    /**
     * One table for each JDK, none when there are no results. Suites share loads: each load stands
     * there once, from the suite that ended last. With an access log it is another load.
     */
    static List<Table> of(List<NamedResult> results) {
        Map<String, Map<Load, Line>> jdks = new TreeMap<>();
        for (NamedResult named : results) {
            for (ScenarioResult scenario : named.result().scenarios()) {
                cells(named.name(), scenario)
                        .map(cells -> new Line(Objects.toString(named.result().ended(), ""), cells))
                        .ifPresent(
                                line ->
                                        jdks.computeIfAbsent(jdk(named), x -> new LinkedHashMap<>())
                                                .merge(
                                                        Load.of(named, scenario),
                                                        line,
                                                        Line::later));
            }
        }
        List<Table> tables = new ArrayList<>();
        jdks.forEach((jdk, lines) -> tables.add(table(jdk, lines.values())));
        return tables;
    }

    private record Load(String name, String log) {
        static Load of(NamedResult named, ScenarioResult scenario) {
            return new Load(scenario.name(), named.result().settings().get("access log"));
        }
    }

    private record Line(String ended, List<String> cells) {
        Line later(Line other) {
            return other.ended.compareTo(ended) > 0 ? other : this;
        }
    }

    private static Table table(String jdk, Collection<Line> lines) {
        List<String> head = new ArrayList<>(List.of("Suite", "Load", "Unit"));
        KINDS.forEach(kind -> head.add(kind.replace("Serval ", "")));
        head.add("Best");
        return new Table(
                "Medians (least – most), " + jdk, head, lines.stream().map(Line::cells).toList());
    }

    /** Where at least two of them were measured. */
    private static Optional<List<String>> cells(String run, ScenarioResult scenario) {
        Ranking ranking = new Ranking(scenario);
        List<String> cells = new ArrayList<>(List.of(run, scenario.name(), scenario.unit()));
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
