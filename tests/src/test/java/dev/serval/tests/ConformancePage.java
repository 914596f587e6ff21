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
    private final StringBuilder out = new StringBuilder();
    private final List<Row> rows;

    private ConformancePage(List<Row> rows) {
        this.rows = rows;
    }

    /** The whole page; the rows are in the order of their sections. */
    static String html(List<Row> rows) {
        ConformancePage page = new ConformancePage(rows);
        page.head();
        page.counts();
        page.rules();
        page.lines(
                "  </main>",
                "  <footer>",
                "    <p>Serval is free software under the Apache License 2.0.</p>",
                "  </footer>",
                "</body>",
                "</html>");
        return page.out.toString();
    }

    private void head() {
        lines(
                "<!doctype html>",
                "<!-- Generated from the Rfc... classes of dev.serval.tests; edit those. -->",
                "<html lang=\"en\">",
                "<head>",
                "  <meta charset=\"utf-8\">",
                "  <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
                "  <meta name=\"color-scheme\" content=\"light dark\">",
                "  <title>HTTP conformance · Serval</title>",
                "  <link rel=\"icon\" href=\"favicon.svg\" type=\"image/svg+xml\">",
                "  <link rel=\"stylesheet\" href=\"docs.css\">",
                "</head>",
                "<body>",
                "  <a class=\"skip\" href=\"#main\">Skip to content</a>",
                "  <header class=\"bar\">",
                "    <a class=\"brand\" href=\"./\"><img src=\"logo.svg\" alt=\"\" width=\"36\""
                        + " height=\"36\">Serval <small>Documentation</small></a>",
                "  </header>",
                "  <nav class=\"pages\" aria-label=\"Pages\">",
                "    <ul>",
                "      <li><a href=\"./\">Overview</a></li>",
                "      <li><a href=\"quickstart.html\">Quick start</a></li>",
                "      <li><a href=\"deployment.html\">Deployment</a></li>",
                "      <li><a href=\"security.html\">Security</a></li>",
                "      <li><a href=\"migration.html\">Coming from Tomcat</a></li>",
                "      <li><a href=\"embedding.html\">Embedding</a></li>",
                "      <li><a href=\"config.html\">Configuration</a></li>",
                "      <li><a href=\"conformance.html\" aria-current=\"page\">HTTP conformance</a>",
                "        <ul>",
                "          <li><a href=\"#counts\">How much is tested</a></li>",
                "          <li><a href=\"#rules\">Every rule</a></li>",
                "        </ul>",
                "      </li>",
                "      <li><a href=\"connectors.html\">BIO, NIO or NIO2</a></li>",
                "      <li><a href=\"benchmarks.html\">Benchmarks</a></li>",
                "    </ul>",
                "  </nav>",
                "  <main id=\"main\">",
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
        lines("    <h2 id=\"counts\">How much is tested</h2>");
        open("Section", "Rules", "Inputs", "of these not accepted");
        Map<String, List<Row>> sections = by(rows, Row::section);
        sections.forEach(
                (section, its) ->
                        row(
                                section,
                                by(its, Row::rule).size(),
                                its.size(),
                                its.stream().filter(Row::refuses).count()));
        row(
                "all",
                sections.values().stream().mapToInt(its -> by(its, Row::rule).size()).sum(),
                rows.size(),
                rows.stream().filter(Row::refuses).count());
        close();
    }

    private void rules() {
        lines(
                "    <h2 id=\"rules\">Every rule</h2>",
                "    <p>Status and reason code as the client sees them, each with the number of"
                        + " inputs; <em>closed</em> where the connection ends then.</p>");
        open("Section", "Rule", "What the client gets");
        by(rows, Row::section)
                .forEach(
                        (section, its) ->
                                by(its, Row::rule)
                                        .forEach(
                                                (rule, inputs) ->
                                                        row(section, rule, outcomes(inputs))));
        close();
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

    private void open(String... headings) {
        lines("    <div class=\"scroll\" tabindex=\"0\">", "    <table>", "      <thead><tr>");
        for (String heading : headings) {
            lines("        <th scope=\"col\">" + heading + "</th>");
        }
        lines("      </tr></thead>", "      <tbody>");
    }

    private void row(String first, Object... cells) {
        out.append("      <tr><th scope=\"row\">").append(first).append("</th>");
        for (Object cell : cells) {
            String text = cell.toString().replace("&", "&amp;").replace("<", "&lt;");
            out.append("<td>").append(text.replace(">", "&gt;")).append("</td>");
        }
        out.append("</tr>\n");
    }

    private void close() {
        lines("      </tbody>", "    </table>", "    </div>");
    }

    private void lines(String... lines) {
        for (String line : lines) {
            out.append(line).append('\n');
        }
    }
}
