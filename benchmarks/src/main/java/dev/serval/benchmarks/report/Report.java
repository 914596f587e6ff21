package dev.serval.benchmarks.report;

import dev.serval.benchmarks.results.ScenarioResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes {@code benchmarks/RESULTS.md}, the pages of the documentation and the charts of both from
 * what is in {@code benchmarks/results}; the program behind {@code run.sh report}. Reads once.
 */
public final class Report {
    private static final String HEADER =
            "What is measured, how, and what came out: made by `benchmarks/run.sh report` from"
                    + " `benchmarks/results`. Compare figures of one table only: those of another"
                    + " machine, JDK or day are others.";
    private static final String CHARTS = "benchmarks/results/charts";
    private static final String DOCS_CHARTS = "webapps/docs/charts";
    // What the README shows, the first of these that was measured.
    private static final List<String> FIRST = List.of("servlet", "guide", "peers", "static");

    private final Path checkout;
    private final List<NamedResult> results;
    private final List<SuiteChapter> chapters = new ArrayList<>();
    private final List<Table> micro;

    /**
     * @param checkout the directory that holds the modules
     */
    Report(Path checkout) throws IOException {
        this.checkout = checkout;
        Path directory = checkout.resolve("benchmarks/results");
        results = NamedResult.in(directory.resolve("load"));
        micro = MicroTables.in(directory.resolve("jmh"));
        for (NamedResult named : results) {
            Path text = directory.resolve("texts/" + named.result().suite() + ".md");
            chapters.add(new SuiteChapter(named, Files.exists(text) ? Files.readString(text) : ""));
        }
    }

    /** Takes the checkout. */
    public static void main(String[] args) throws IOException {
        Path checkout = Path.of(args[0]).toAbsolutePath().normalize();
        Report report = new Report(checkout);
        int charts = report.writeCharts();
        for (Map.Entry<Path, String> page : report.pages().entrySet()) {
            Files.writeString(page.getKey(), page.getValue());
            System.out.println(checkout.relativize(page.getKey()));
        }
        System.out.println(charts + " charts in " + CHARTS + " and " + DOCS_CHARTS);
    }

    /** All files with text that come of the results. */
    Map<Path, String> pages() throws IOException {
        Map<Path, String> pages = new LinkedHashMap<>();
        MarkdownPage markdown = new MarkdownPage("Benchmarks", "results/charts/");
        markdown.paragraph(HEADER);
        content(markdown);
        pages.put(checkout.resolve("benchmarks/RESULTS.md"), markdown.text());

        Path docs = checkout.resolve("webapps/docs");
        HtmlPage html = new HtmlPage("charts/");
        content(html);
        String navigation = Navigation.of(Files.readString(docs.resolve("index.html")));
        pages.put(
                docs.resolve("benchmarks.html"),
                html.whole("Benchmarks", "benchmarks.html", navigation, HEADER));

        HtmlPage connectors = new HtmlPage("charts/");
        List<Table> tables = ConnectorTable.of(results);
        if (tables.isEmpty()) {
            connectors.paragraph("No run has measured more than one of them yet.");
        }
        tables.forEach(connectors::table);
        mark(docs.resolve("connectors.html"), connectors.part(), pages);
        mark(checkout.resolve("README.md"), readme(), pages);
        return pages;
    }

    private static void mark(Path file, String part, Map<Path, String> pages) throws IOException {
        pages.put(file, MarkedPart.replace(Files.readString(file), part));
    }

    private void content(Page page) {
        if (chapters.isEmpty()) {
            page.paragraph("No load suite was run yet: see `benchmarks/run.sh`.");
        }
        chapters.forEach(chapter -> chapter.write(page));
        if (!micro.isEmpty()) {
            page.chapter("micro", "Micro benchmarks");
            page.paragraph(
                    "Each part alone, by JMH: nanoseconds for each operation with the half-width"
                            + " of its 99.9 % confidence interval, and bytes that all threads"
                            + " together have allocated for it. `Request` is a whole request over"
                            + " the loopback device, with a client that allocates nothing.");
            page.section("The figures", "");
            micro.forEach(page::table);
        }
    }

    private String readme() {
        Optional<ChartFile> first = first();
        if (first.isEmpty()) {
            return "";
        }
        MarkdownPage page = new MarkdownPage("", CHARTS + "/");
        page.chart(first.get().name(), first.get().description());
        page.paragraph(
                "All figures, the machine and the versions: [benchmarks/RESULTS.md]"
                        + "(benchmarks/RESULTS.md).");
        return "\n" + page.text().substring("# \n\n".length()) + "\n";
    }

    private Optional<ChartFile> first() {
        for (String suite : FIRST) {
            for (NamedResult named : results) {
                List<ScenarioResult> scenarios = named.result().scenarios();
                if (named.name().equals(suite)
                        && !scenarios.isEmpty()
                        && scenarios.get(0).rows().stream().anyMatch(Ranking::isMeasured)) {
                    return Optional.of(BarChart.of(named, scenarios.get(0)));
                }
            }
        }
        return Optional.empty();
    }

    private int writeCharts() throws IOException {
        Path charts = checkout.resolve(CHARTS);
        Path docs = checkout.resolve(DOCS_CHARTS);
        clear(charts);
        clear(docs);
        int count = 0;
        for (SuiteChapter chapter : chapters) {
            for (ChartFile chart : chapter.charts()) {
                chart.writeSvg(charts);
                chart.writePng(charts);
                chart.writeSvg(docs);
                count++;
            }
        }
        return count;
    }

    /** Those of a scenario that is no more. */
    private static void clear(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            List<Path> files;
            try (Stream<Path> all = Files.list(directory)) {
                files = all.filter(file -> file.toString().matches(".*\\.(svg|png)")).toList();
            }
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
