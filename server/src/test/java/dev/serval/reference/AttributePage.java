package dev.serval.reference;

import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import java.util.Locale;

/**
 * A page with tables of attributes, made from the declarations by which they are read. Used by one
 * thread. It looks as the documentation does where it lies beside {@code docs.css}.
 */
public class AttributePage {
    private final StringBuilder out = new StringBuilder();

    /** All that has been written. */
    protected final String written() {
        return out.toString();
    }

    /** Up to the beginning of what is seen. */
    protected final void begin(String title, String origin) {
        lines(
                "<!doctype html>",
                "<!-- Generated from " + origin + ". -->",
                "<html lang=\"en\">",
                "<head>",
                "  <meta charset=\"utf-8\">",
                "  <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
                "  <meta name=\"color-scheme\" content=\"light dark\">",
                "  <title>" + title + "</title>",
                "  <link rel=\"icon\" href=\"favicon.svg\" type=\"image/svg+xml\">",
                "  <link rel=\"stylesheet\" href=\"docs.css\">",
                "</head>",
                "<body>");
    }

    /** A table of attributes with its heading. */
    protected final void element(AttributeTable table) {
        heading(table);
        open("Attribute", "Value", "Default", "Meaning");
        attributes(table);
        close();
    }

    /** What is being described. */
    protected final void heading(AttributeTable table) {
        lines(
                "    <h2 id=\""
                        + anchor(table)
                        + "\"><code>"
                        + text(table.element())
                        + "</code></h2>",
                "    <p>" + text(table.doc()) + "</p>");
    }

    /** The rows of a table, between {@link #open} and {@link #close}. */
    protected final void attributes(AttributeTable table) {
        for (Attribute<?> attribute : table.attributes()) {
            String fallback = attribute.required() ? "required" : code(attribute.shownDefault());
            row(
                    anchor(table) + "-" + attribute.name(),
                    code(attribute.name()),
                    text(attribute.format().words()),
                    fallback,
                    text(attribute.doc()));
        }
    }

    /** Begins a table. */
    protected final void open(String... headings) {
        lines(
                "    <div class=\"scroll\" tabindex=\"0\">",
                "    <table class=\"reference\">",
                "      <thead><tr>");
        for (String heading : headings) {
            lines("        <th scope=\"col\">" + heading + "</th>");
        }
        lines("      </tr></thead>", "      <tbody>");
    }

    /**
     * @param id of the row; empty if there is none
     */
    protected final void row(String id, String first, String... cells) {
        out.append("      <tr").append(id.isEmpty() ? "" : " id=\"" + id + "\"").append('>');
        out.append("<th scope=\"row\">").append(first).append("</th>");
        for (String cell : cells) {
            out.append("<td>").append(cell).append("</td>");
        }
        out.append("</tr>\n");
    }

    /** Ends a table. */
    protected final void close() {
        lines("      </tbody>", "    </table>", "    </div>");
    }

    /** Adds lines of HTML. */
    protected final void lines(String... lines) {
        for (String line : lines) {
            out.append(line).append('\n');
        }
    }

    /** The id of its heading. */
    protected static String anchor(AttributeTable table) {
        return table.element().toLowerCase(Locale.ROOT);
    }

    /** Names, one after the other. */
    protected static String codes(Iterable<String> names) {
        StringBuilder codes = new StringBuilder();
        names.forEach(name -> codes.append(codes.isEmpty() ? "" : " ").append(code(name)));
        return codes.toString();
    }

    /** A name, escaped; nothing if it is empty. */
    protected static String code(String text) {
        return text.isEmpty() ? "" : "<code>" + text(text) + "</code>";
    }

    /** Words, escaped. */
    protected static String text(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
