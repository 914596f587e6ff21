package dev.serval.tests;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The page that says which sentences of the Servlet specification are tested, and where; made from
 * the names of the tests. Pure. It is kept as {@code webapps/docs/servlet.html}; a test fails when
 * that file is stale. An assertion is a line of it, so that versions of it merge.
 */
final class ServletPage {
    private static final Map<String, String> CHAPTERS =
            Map.ofEntries(
                    Map.entry("2", "The servlet interface"),
                    Map.entry("3", "The request"),
                    Map.entry("4", "Servlet context"),
                    Map.entry("5", "The response"),
                    Map.entry("6", "Filtering"),
                    Map.entry("7", "Sessions"),
                    Map.entry("8", "Annotations and pluggability"),
                    Map.entry("9", "Dispatching requests"),
                    Map.entry("10", "Web applications"),
                    Map.entry("11", "Application life-cycle events"),
                    Map.entry("12", "Mapping requests to servlets"),
                    Map.entry("13", "Security"),
                    Map.entry("14", "Deployment descriptor"),
                    Map.entry("15", "Other specifications"));

    private final DocsPage page =
            new DocsPage(
                    "the Servlet61Section... classes of the tests", "servlet.html", "Servlet 6.1");

    private ServletPage() {}

    /** The whole page, whatever the order of the assertions. */
    static String html(List<ServletAssertion> assertions) {
        ServletPage made = new ServletPage();
        Map<String, List<ServletAssertion>> rows = rows(assertions);
        made.head();
        made.counts(rows);
        made.assertions(rows);
        return made.page.html();
    }

    /** In the order of their sections; what several tests assert in the same words is one row. */
    static Map<String, List<ServletAssertion>> rows(List<ServletAssertion> assertions) {
        return assertions.stream()
                .sorted(Comparator.comparing(ServletAssertion::test))
                .collect(
                        Collectors.groupingBy(ServletPage::key, TreeMap::new, Collectors.toList()));
    }

    private static String key(ServletAssertion assertion) {
        String section = assertion.section();
        String number = assertion.isOfApi() ? "9999" : DocsPage.sortable(section);
        return number + ' ' + section + ' ' + assertion.sentence();
    }

    private void head() {
        page.lines(
                "    <h1>Servlet 6.1</h1>",
                "    <p class=\"lead\">What the Jakarta Servlet 6.1 specification, and the"
                        + " documentation of its API, demand of a container, and the test that"
                        + " proves it.</p>",
                "    <p>Each assertion is a test method. Those of <code>dev.serval.tests</code> go"
                        + " through real sockets, over BIO and NIO; where the connector has a part"
                        + " in it, over NIO2 and TLS too. An assertion counts once, however many"
                        + " wires and inputs prove it.</p>");
    }

    private void counts(Map<String, List<ServletAssertion>> rows) {
        Map<String, Long> counts =
                rows.values().stream()
                        .collect(
                                Collectors.groupingBy(
                                        row -> row.get(0).chapter(), Collectors.counting()));
        page.lines("    <h2 id=\"counts\">How much is tested</h2>");
        page.open("Chapter", "Subject", "Assertions");
        counts.keySet().stream()
                .sorted(Comparator.comparing(DocsPage::sortable))
                .filter(chapter -> !chapter.isEmpty())
                .forEach(chapter -> page.row(chapter, CHAPTERS.get(chapter), counts.get(chapter)));
        page.row("API", "Documentation of classes and methods", counts.getOrDefault("", 0L));
        page.row("all", "", rows.size());
        page.close();
    }

    /** Behind a line for each chapter: nobody reads all of them. */
    private void assertions(Map<String, List<ServletAssertion>> rows) {
        page.lines("    <h2 id=\"assertions\">Every assertion</h2>");
        Map<String, List<List<ServletAssertion>>> chapters =
                rows.values().stream()
                        .collect(
                                Collectors.groupingBy(
                                        row -> row.get(0).chapter(),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        chapters.forEach(
                (chapter, assertions) -> {
                    page.lines("    <details>", "    <summary>" + subject(chapter) + "</summary>");
                    page.open("Section", "Assertion", "Test");
                    assertions.forEach(this::assertion);
                    page.close();
                    page.lines("    </details>");
                });
    }

    private static String subject(String chapter) {
        return chapter.isEmpty()
                ? "API: documentation of classes and methods"
                : chapter + ". " + CHAPTERS.get(chapter);
    }

    private void assertion(List<ServletAssertion> row) {
        page.row(
                row.get(0).section(),
                row.get(0).sentence(),
                row.stream()
                        .map(ServletAssertion::test)
                        .distinct()
                        .collect(Collectors.joining(", ")));
    }
}
