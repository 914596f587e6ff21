package dev.serval.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.benchmarks.results.Row;
import dev.serval.benchmarks.results.Series;
import dev.serval.benchmarks.results.SuiteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    @Test
    void theLongestBarIsFirstAndWhatFailedHasNone() {
        assertThat(new Ranking(MadeUp.HELLO).largestFirst())
                .extracting(Row::server)
                .containsExactly("Serval BIO", "Serval NIO", "Tomcat NIO");
        assertThat(new Ranking(MadeUp.MEMORY).largestFirst())
                .extracting(Row::server)
                .containsExactly("Tomcat NIO", "Serval NIO");
    }

    @Test
    void aTableHasTheBestFirstWithItsSpreadAndOmitsWhatNobodyMeasured() {
        Table table = ScenarioTables.figures(MadeUp.HELLO);
        assertThat(table.head()).startsWith("Server", "requests/s", "p50, ms").endsWith("Note");
        assertThat(table.rows().get(0))
                .startsWith("Serval BIO", "80,000 (70,000 – 90,000)", "1.00", "2.00", "3.00");
        assertThat(table.rows().get(3)).startsWith("nginx", "–").endsWith("wrong answers");
        assertThat(ScenarioTables.figures(MadeUp.MEMORY).head())
                .doesNotContain("CPU per request, µs", "Note");
        assertThat(ScenarioTables.figures(MadeUp.MEMORY).rows())
                .extracting(cells -> cells.get(0))
                .containsExactly("Serval NIO", "Tomcat NIO");
    }

    @Test
    void ratiosAreThoseOfTheMediansToEachPeerThatWasMeasured() {
        Table table = ScenarioTables.ratios(MadeUp.HELLO);
        assertThat(table.head()).containsExactly("Serval", "× Tomcat NIO");
        assertThat(table.rows())
                .containsExactly(List.of("Serval BIO", "1.60"), List.of("Serval NIO", "1.52"));
        assertThat(ScenarioTables.ratios(MadeUp.MEMORY).rows())
                .containsExactly(List.of("Serval NIO", "0.75"));
    }

    @Test
    void aTextGetsItsFiguresAndLosesTheSentencesThatHaveNone() {
        String text =
                """
                It is {ratio best Serval / Tomcat NIO} as fast.
                At {cpu best Serval / Tomcat NIO : hello} the CPU.
                Unlike nginx: {ratio best Serval / nginx}.

                Memory: {ratio Serval NIO / Tomcat NIO : after}.
                """;
        assertThat(SuiteText.of(text, MadeUp.SUITE))
                .isEqualTo(
                        "It is 1.60 times as fast. At 0.40 times the CPU.\n\nMemory: 0.75 times.");
        assertThatThrownBy(() -> SuiteText.of("{ratoi a / b}", MadeUp.SUITE))
                .hasMessageContaining("ratoi");
    }

    @Test
    void connectorsStandBesideEachOther() {
        List<Table> tables = ConnectorTable.of(List.of(MadeUp.NAMED));
        assertThat(tables).singleElement().extracting(Table::rows).asList().hasSize(1);
        assertThat(tables.get(0).rows().get(0))
                .startsWith("servlet", "hello", "requests/s", "80,000 (70,000 – 90,000)")
                .endsWith("–", "BIO");
    }

    @Test
    void aLoadOfTwoSuitesStandsInTheTableOfConnectorsOnceFromTheLaterOne() {
        NamedResult later = new NamedResult("peers", MadeUp.suite("2026-01-02T00:00:00Z"));
        NamedResult earlier = MadeUp.NAMED;
        for (List<NamedResult> results :
                List.of(List.of(earlier, later), List.of(later, earlier))) {
            assertThat(ConnectorTable.of(results).get(0).rows())
                    .singleElement()
                    .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                    .startsWith("peers", "hello");
        }
    }

    @Test
    void aLoadWithAnAccessLogDoesNotReplaceTheOneWithout() {
        NamedResult withLog =
                new NamedResult("servlet-log", MadeUp.suite("2026-01-02T00:00:00Z", "on"));
        assertThat(ConnectorTable.of(List.of(MadeUp.NAMED, withLog)).get(0).rows())
                .extracting(row -> row.get(0))
                .containsExactly("servlet", "servlet-log");
    }

    @Test
    void aChartIsAPictureWithATitleThatLoadsNothing(@TempDir Path directory) throws IOException {
        ChartFile chart = BarChart.of(MadeUp.NAMED, MadeUp.HELLO);
        String svg = chart.svg();
        assertThat(svg).contains("role=\"img\"", "<title>hello, requests/s: Serval BIO 80,000,");
        assertThat(svg).contains("currentColor", "prefers-color-scheme:dark", ">Tomcat NIO<");
        assertThat(svg).doesNotContain("DOCTYPE", "href=\"http", "url(http");
        assertThat(svg.indexOf(">Serval BIO<")).isLessThan(svg.indexOf(">Serval NIO<"));
        chart.writePng(directory);
        assertThat(directory.resolve("servlet-hello.png")).isNotEmptyFile();
    }

    @Test
    void aCurveNamesTheLoadInItsTitleAndNotAtItsAxisAndKeepsItsFigures() throws IOException {
        Series curve =
                new Series(
                        "Serval NIO", "GC pause, ms (4.a)", List.of(0.0, 1.0), List.of(2.0, 2.39));
        ChartFile chart = CurveChart.of(MadeUp.NAMED, List.of(curve));
        assertThat(chart.chart().getXYPlot().getRangeAxis().getLabel()).isEqualTo("GC pause, ms");
        assertThat(chart.svg())
                .contains("<title>GC pause, ms (4.a) over time: Serval NIO at most 2.39</title>");
    }

    @Test
    void aResultBecomesTheSamePageInBothForms() {
        MarkdownPage markdown = new MarkdownPage("Benchmarks", "charts/");
        HtmlPage html = new HtmlPage("charts/");
        SuiteChapter chapter = new SuiteChapter(MadeUp.NAMED, "What `it` means.");
        chapter.write(markdown);
        chapter.write(html);
        assertThat(markdown.text())
                .startsWith("# Benchmarks\n\n## Servlets, 149 clients\n\nWhat `it` means.\n")
                .contains("\n| Serval BIO | 80,000 (70,000 – 90,000) | 1.00 | ")
                .contains("](charts/servlet-hello.svg)")
                .contains("](charts/servlet-heap-after-gc-mib.svg)")
                .contains("nginx (left out: Debian's package nginx is missing)")
                .contains("a quick one");
        assertThat(html.part())
                .contains("<h2 id=\"servlet\">Servlets, 149 clients</h2>")
                .contains("<p>What <code>it</code> means.</p>")
                .contains("<th scope=\"row\">Serval BIO</th><td>80,000 (70,000 – 90,000)</td>")
                .contains("<img class=\"chart\" src=\"charts/servlet-hello.svg\" alt=\"hello, req");
    }

    @Test
    void aCheckoutGetsItsPagesAndCharts(@TempDir Path checkout) throws IOException {
        Path docs = Files.createDirectories(checkout.resolve("webapps/docs"));
        Files.writeString(docs.resolve("index.html"), Files.readString(docs("index.html")));
        String marks = "by hand\n<!-- measured -->\nold\n<!-- end of measured -->\nby hand\n";
        Files.writeString(docs.resolve("connectors.html"), marks);
        Files.writeString(checkout.resolve("README.md"), marks);
        SuiteFile.write(MadeUp.SUITE, checkout.resolve("benchmarks/results/load/servlet.json"));
        Path old = checkout.resolve("benchmarks/results/charts/gone.svg");
        Files.createDirectories(old.getParent());
        Files.writeString(old, "");

        Report.main(new String[] {checkout.toString()});

        assertThat(old).doesNotExist();
        assertThat(old.resolveSibling("servlet-hello.png")).isNotEmptyFile();
        assertThat(docs.resolve("charts/servlet-hello.svg")).isNotEmptyFile();
        assertThat(docs.resolve("charts/servlet-hello.png")).doesNotExist();
        assertThat(checkout.resolve("benchmarks/RESULTS.md")).content().contains("Servlets, 149");
        assertThat(docs.resolve("benchmarks.html"))
                .content()
                .contains("<a href=\"benchmarks.html\" aria-current=\"page\">Benchmarks</a>")
                .contains("<li><a href=\"#servlet\">Servlets, 149 clients</a></li>");
        assertThat(docs.resolve("connectors.html"))
                .content()
                .startsWith("by hand\n<!-- measured -->\n    <div")
                .doesNotContain("old");
        assertThat(checkout.resolve("README.md"))
                .content()
                .contains("](benchmarks/results/charts/servlet-hello.svg)");
    }

    @Test
    void thePagesAreNotStale() throws IOException {
        for (Map.Entry<Path, String> page : new Report(checkout()).pages().entrySet()) {
            if (Boolean.getBoolean("serval.docs.write")) {
                Files.writeString(page.getKey(), page.getValue());
            }
            assertThat(page.getKey())
                    .content()
                    .as("stale: run benchmarks/run.sh report")
                    .isEqualTo(page.getValue());
        }
    }

    private static Path docs(String page) {
        return checkout().resolve("webapps/docs").resolve(page);
    }

    /** The directory that holds the modules: the test may run in it or in one of them. */
    private static Path checkout() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("webapps/docs"))) {
            directory = directory.getParent();
        }
        return directory;
    }
}
