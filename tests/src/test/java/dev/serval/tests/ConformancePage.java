package dev.serval.tests;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The page that says which rules of the RFCs are tested, and what becomes of a message by each;
 * made from the rows that are run. Pure. It is kept as {@code webapps/docs/conformance.html}; a
 * test fails when that file is stale.
 */
final class ConformancePage {
    private final DocsPage page =
            new DocsPage(
                    "the Rfc... classes of dev.serval.tests",
                    "conformance.html",
                    "HTTP conformance");
    private final List<Row> rows;

    private ConformancePage(List<Row> rows) {
        this.rows = rows;
    }

    /** The whole page; the rows are in the order of their sections. */
    static String html(List<Row> rows) {
        ConformancePage made = new ConformancePage(rows);
        made.head();
        made.counts();
        made.rules();
        return made.page.html();
    }

    private void head() {
        page.lines(
                "    <h1>HTTP conformance</h1>",
                "    <p class=\"lead\">What Serval does with the messages that RFC 9110 and RFC"
                        + " 9112 speak of. Where they leave the choice to a server, this is the one it"
                        + " made.</p>",
                "    <p>Every build sends each input to a running server over six wires: BIO, NIO"
                        + " and NIO2, plain and with TLS. It compares the status, the reason code, the"
                        + " fields that frame the response, what the application saw, and how the"
                        + " stream ends. Right behind each input stands another request: it has to be"
                        + " answered exactly when the connection is kept.</p>");
    }

    private void counts() {
        page.lines("    <h2 id=\"counts\">How much is tested</h2>");
        page.open("Section", "Rules", "Inputs", "of these not accepted");
        Map<String, List<Row>> sections = by(rows, Row::section);
        sections.forEach(
                (section, its) ->
                        page.row(
                                section,
                                by(its, Row::rule).size(),
                                its.size(),
                                its.stream().filter(Row::refuses).count()));
        page.row(
                "all",
                sections.values().stream().mapToInt(its -> by(its, Row::rule).size()).sum(),
                rows.size(),
                rows.stream().filter(Row::refuses).count());
        page.close();
    }

    private void rules() {
        page.lines(
                "    <h2 id=\"rules\">Every rule</h2>",
                "    <p>Status and reason code as the client sees them, each with the number of"
                        + " inputs; <em>closed</em> where the connection ends then.</p>");
        page.open("Section", "Rule", "What the client gets");
        by(rows, Row::section)
                .forEach(
                        (section, its) ->
                                by(its, Row::rule)
                                        .forEach(
                                                (rule, inputs) ->
                                                        page.row(section, rule, outcomes(inputs))));
        page.close();
    }

    private static String outcomes(List<Row> inputs) {
        return by(inputs, Row::outcome).entrySet().stream()
                .map(entry -> entry.getKey() + " (" + entry.getValue().size() + ")")
                .collect(Collectors.joining("; "));
    }

    private static Map<String, List<Row>> by(List<Row> rows, Function<Row, String> key) {
        Map<String, List<Row>> groups = new LinkedHashMap<>();
        for (Row row : rows) {
            groups.computeIfAbsent(key.apply(row), unused -> new ArrayList<>()).add(row);
        }
        return groups;
    }
}
