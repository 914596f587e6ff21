package dev.serval.files;

import dev.serval.http.PercentEncoding;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;

/**
 * A listing as a page without scripts, light or dark as the reader's system is. Stateless. Names
 * come from authors of files: they are escaped as text and encoded as references.
 */
final class ListingHtml {
    private static final String STYLE =
            ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;"
                    + "margin:2rem auto;padding:0 1rem}h1{font-size:1.25rem;overflow-wrap:anywhere}"
                    + "table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:"
                    + ".25rem .5rem;border-bottom:1px solid #8884}td:first-child{overflow-wrap:"
                    + "anywhere}th+th,td+td{text-align:right;white-space:nowrap;"
                    + "font-variant-numeric:tabular-nums}pre{overflow:auto}footer{margin-top:1rem;"
                    + "opacity:.7}";

    /**
     * Nothing is loaded or run, whatever the page contains; its own style is allowed by its hash.
     */
    static final String POLICY =
            "default-src 'none'; style-src 'sha256-"
                    + hash(STYLE)
                    + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private ListingHtml() {}

    static String of(Listing listing, ListingOrder order, ListingSettings settings) {
        StringBuilder page = new StringBuilder(1024 + 192 * listing.entries().size());
        page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
        title(listing, page);
        page.append("</title>\n<style>").append(STYLE).append("</style>\n</head>\n<body>\n<h1>");
        title(listing, page);
        page.append("</h1>\n<table>\n<thead><tr>");
        for (ListingOrder.Column column : ListingOrder.Column.values()) {
            heading(column, order, settings.sortListings(), page);
        }
        page.append("</tr></thead>\n<tbody>\n");
        if (listing.parent()) {
            page.append("<tr><td><a href=\"../\">../</a></td><td></td><td></td></tr>\n");
        }
        listing.entries().forEach(entry -> row(entry, page));
        page.append("</tbody>\n</table>\n");
        if (!listing.complete()) {
            page.append("<p>This directory has more than is shown here.</p>\n");
        }
        if (listing.readme() != null) {
            page.append("<pre>");
            escape(listing.readme(), page);
            page.append("</pre>\n");
        }
        if (settings.showServerInfo()) {
            page.append("<footer>Serval</footer>\n");
        }
        return page.append("</body>\n</html>\n").toString();
    }

    private static void title(Listing listing, StringBuilder page) {
        page.append("Index of ");
        escape(listing.path(), page);
    }

    private static void heading(
            ListingOrder.Column column, ListingOrder order, boolean links, StringBuilder page) {
        page.append("<th");
        if (column == order.column()) {
            page.append(" aria-sort=\"")
                    .append(order.descending() ? "descending" : "ascending")
                    .append('"');
        }
        page.append('>');
        if (links) {
            page.append("<a href=\"").append(order.link(column)).append("\">");
        }
        page.append(column.title).append(links ? "</a></th>" : "</th>");
    }

    private static void row(ListingEntry entry, StringBuilder page) {
        String slash = entry.directory() ? "/" : "";
        page.append("<tr><td><a href=\"")
                .append(PercentEncoding.ofName(entry.name()))
                .append(slash)
                .append("\"><bdi>");
        escape(entry.name(), page);
        page.append(slash).append("</bdi></a></td><td>");
        if (!entry.directory()) {
            page.append(entry.size());
        }
        page.append("</td><td>");
        if (entry.modified() >= 0) {
            page.append(TIME.format(Instant.ofEpochMilli(entry.modified())));
        }
        page.append("</td></tr>\n");
    }

    static void escape(String text, StringBuilder target) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> target.append("&amp;");
                case '<' -> target.append("&lt;");
                case '>' -> target.append("&gt;");
                case '"' -> target.append("&quot;");
                case '\'' -> target.append("&#39;");
                case '\0' -> target.append('\uFFFD');
                default -> target.append(c);
            }
        }
    }

    private static String hash(String style) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(style.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
