package dev.serval.tests;

import java.nio.file.Files;
import java.nio.file.Path;

/** A page of {@code webapps/docs} that is made from tests, while it is written. One thread. */
final class DocsPage {
    private final String name;
    private final StringBuilder out = new StringBuilder();

    /** Down to where the main part begins. */
    DocsPage(String source, String name, String title) {
        this.name = name;
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
                "  " + DocsNavigation.PLACE,
                "  <main id=\"main\">");
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
        return DocsNavigation.in(name, out.toString());
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
