package dev.serval.tests;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A page of {@code webapps/docs} that is made from tests, while it is written. One thread. */
final class DocsPage {
    /** The pages of the documentation, as the navigation lists them. */
    private static final List<Map.Entry<String, String>> PAGES =
            List.of(
                    Map.entry("./", "Overview"),
                    Map.entry("quickstart.html", "Quick start"),
                    Map.entry("deployment.html", "Deployment"),
                    Map.entry("security.html", "Security"),
                    Map.entry("migration.html", "Coming from Tomcat"),
                    Map.entry("jsp.html", "JSP pages"),
                    Map.entry("embedding.html", "Embedding"),
                    Map.entry("extensions.html", "Extensions"),
                    Map.entry("config.html", "Configuration"),
                    Map.entry("codes.html", "Message codes"),
                    Map.entry("conformance.html", "HTTP conformance"),
                    Map.entry("servlet.html", "Servlet 6.1"),
                    Map.entry("connectors.html", "BIO, NIO or NIO2"),
                    Map.entry("benchmarks.html", "Benchmarks"));

    private final StringBuilder out = new StringBuilder();

    /** Down to where the main part begins; its chapters are given by id and heading. */
    DocsPage(String source, String name, String title, List<Map.Entry<String, String>> chapters) {
        lines(
                "<!doctype html>",
                "<!-- Generated from " + source + "; edit those. -->",
                "<html lang=\"en\">",
                "<head>",
                "  <meta charset=\"utf-8\">",
                "  <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
                "  <meta name=\"color-scheme\" content=\"light dark\">",
                "  <title>" + title + " · Serval</title>",
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
                "    <ul>");
        for (Map.Entry<String, String> page : PAGES) {
            if (page.getKey().equals(name)) {
                current(page, chapters);
            } else {
                lines(
                        "      <li><a href=\"%s\">%s</a></li>"
                                .formatted(page.getKey(), page.getValue()));
            }
        }
        lines("    </ul>", "  </nav>", "  <main id=\"main\">");
    }

    private void current(Map.Entry<String, String> page, List<Map.Entry<String, String>> chapters) {
        lines(
                "      <li><a href=\"%s\" aria-current=\"page\">%s</a>"
                        .formatted(page.getKey(), page.getValue()),
                "        <ul>");
        for (Map.Entry<String, String> chapter : chapters) {
            lines(
                    "          <li><a href=\"#%s\">%s</a></li>"
                            .formatted(chapter.getKey(), chapter.getValue()));
        }
        lines("        </ul>", "      </li>");
    }

    /** A table begins, with the headings of its columns. */
    void open(String... headings) {
        lines("    <div class=\"scroll\" tabindex=\"0\">", "    <table>", "      <thead><tr>");
        for (String heading : headings) {
            lines("        <th scope=\"col\">" + heading + "</th>");
        }
        lines("      </tr></thead>", "      <tbody>");
    }

    /** A row of the table: its name, which is HTML, and the text of its cells. */
    void row(String first, Object... cells) {
        out.append("      <tr><th scope=\"row\">").append(first).append("</th>");
        for (Object cell : cells) {
            String text = cell.toString().replace("&", "&amp;").replace("<", "&lt;");
            out.append("<td>").append(text.replace(">", "&gt;")).append("</td>");
        }
        out.append("</tr>\n");
    }

    /** The table ends. */
    void close() {
        lines("      </tbody>", "    </table>", "    </div>");
    }

    /** HTML as it is. */
    void lines(String... lines) {
        for (String line : lines) {
            out.append(line).append('\n');
        }
    }

    /** The page ends, and is given. */
    String html() {
        lines(
                "  </main>",
                "  <footer>",
                "    <p>Serval is free software under the Apache License 2.0.</p>",
                "  </footer>",
                "</body>",
                "</html>");
        return out.toString();
    }

    /** {@code 13.2} before {@code 13.10}: each number of a section has four digits. */
    static String sortable(String section) {
        StringBuilder key = new StringBuilder();
        for (String part : section.split("[^0-9]+")) {
            key.append(part.isEmpty() ? "" : String.format("%04d.", Integer.parseInt(part)));
        }
        return key.toString();
    }

    /** The directory that holds the modules: the test may run in it or in one of them. */
    static Path checkout() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("webapps/docs"))) {
            directory = directory.getParent();
        }
        return directory;
    }
}
