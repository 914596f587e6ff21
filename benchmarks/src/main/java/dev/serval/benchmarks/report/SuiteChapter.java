package dev.serval.benchmarks.report;

import dev.serval.benchmarks.results.Machine;
import dev.serval.benchmarks.results.Row;
import dev.serval.benchmarks.results.ScenarioResult;
import dev.serval.benchmarks.results.Series;
import dev.serval.benchmarks.results.ServerVersion;
import dev.serval.benchmarks.results.SuiteResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Everything of one suite: what it means, where it ran, its charts and tables. Immutable. */
final class SuiteChapter {
    private final NamedResult named;
    private final SuiteResult result;
    private final String text;

    /**
     * @param text what the figures mean, see {@link SuiteText}; empty if there is none
     */
    SuiteChapter(NamedResult named, String text) {
        this.named = named;
        this.result = named.result();
        this.text = text;
    }

    /** Those of the scenarios, then those of the curves. */
    List<ChartFile> charts() {
        List<ChartFile> charts = new ArrayList<>();
        for (ScenarioResult scenario : result.scenarios()) {
            if (scenario.rows().stream().anyMatch(Ranking::isMeasured)) {
                charts.add(BarChart.of(named, scenario));
            }
        }
        curves().values().forEach(curves -> charts.add(CurveChart.of(named, curves)));
        return charts;
    }

    void write(Page page) {
        page.chapter(named.name(), named.title());
        SuiteText.of(text, result)
                .lines()
                .filter(paragraph -> !paragraph.isEmpty())
                .forEach(page::paragraph);
        conditions(page);
        Map<String, ChartFile> charts =
                charts().stream().collect(Collectors.toMap(ChartFile::name, chart -> chart));
        for (ScenarioResult scenario : result.scenarios()) {
            page.section(scenario.name(), brief(scenario));
            if (!scenario.command().isEmpty()) {
                page.paragraph(scenario.client() + ": `" + scenario.command() + "`");
            }
            chart(charts.get(named.chart(scenario.name())), page);
            page.table(ScenarioTables.figures(scenario));
            page.table(ScenarioTables.ratios(scenario));
        }
        for (String name : curves().keySet()) {
            page.section(name, "");
            chart(charts.get(named.chart(name)), page);
        }
    }

    /** The best of Serval's connectors, and the best of its peers. */
    private static String brief(ScenarioResult scenario) {
        List<Row> best =
                new Ranking(scenario).bestFirst().stream().filter(Ranking::isMeasured).toList();
        Map<Boolean, Row> firsts = new TreeMap<>(Comparator.reverseOrder());
        best.forEach(row -> firsts.putIfAbsent(Ranking.isServal(row.server()), row));
        if (firsts.isEmpty()) {
            return "";
        }
        return firsts.values().stream()
                        .map(row -> row.server() + " " + Figures.number(Ranking.median(row)))
                        .collect(Collectors.joining(", "))
                + " "
                + scenario.unit();
    }

    private void conditions(Page page) {
        if (result.quick() || result.ended() == null) {
            page.paragraph(
                    result.ended() == null
                            ? "This run was interrupted; what is missing was not measured."
                            : "This run was a quick one: its figures show the order and little"
                                    + " more.");
        }
        page.section("Machine, settings and servers", "");
        Machine machine = result.machine();
        page.paragraph(
                machine.processor()
                        + ", "
                        + machine.cores()
                        + " cores, "
                        + Figures.number(machine.memoryMb() / 1024.0)
                        + " GiB, "
                        + machine.kernel()
                        + ", "
                        + machine.java()
                        + "; "
                        + result.started()
                        + ".");
        page.paragraph(
                result.settings().entrySet().stream()
                        .map(setting -> setting.getKey() + ": " + setting.getValue())
                        .collect(Collectors.joining("; ", "The same for all: ", ".")));
        page.paragraph(
                result.servers().stream()
                        .map(SuiteChapter::version)
                        .collect(Collectors.joining(", ", "Servers: ", ".")));
    }

    private static String version(ServerVersion server) {
        return server.note() == null
                ? server.name() + " " + server.version()
                : server.name() + " (left out: " + server.note() + ")";
    }

    private static void chart(ChartFile chart, Page page) {
        if (chart != null) {
            page.chart(chart.name(), chart.description());
        }
    }

    /** By what they draw, in the order in which they were recorded. */
    private Map<String, List<Series>> curves() {
        return result.series().stream()
                .filter(curve -> !curve.values().isEmpty())
                .collect(
                        Collectors.groupingBy(
                                Series::name, LinkedHashMap::new, Collectors.toList()));
    }
}
