package dev.serval.servlet.request;

import dev.serval.http.ErrorPage;
import dev.serval.http.Status;
import java.nio.charset.StandardCharsets;

/**
 * The page for a status if the application has none. Stateless. It shows the status, the path that
 * was asked for and a message, never a stack trace or version (CWE-209). The code and the id are
 * without a link, as on {@link ErrorPage}.
 */
public final class StatusPage {
    public static final String TYPE = "text/html;charset=utf-8";
    public static final String LANGUAGE = "en";

    // The client knows the rest of a longer path.
    private static final int LONGEST_PATH = 300;

    private StatusPage() {}

    /**
     * The page in UTF-8 for an error of an application.
     *
     * @param message plain text, is escaped; null if there is none
     */
    public static byte[] of(int status, String message) {
        return of(status, null, message, null, null);
    }

    /**
     * The body of a redirect in UTF-8, with a link for clients that do not follow it (RFC 9110
     * §15.4).
     *
     * @param location encoded; only what leads to another page becomes a link
     */
    static byte[] redirecting(int status, String location) {
        String title = (status + " " + Status.reason(status)).trim();
        StringBuilder page =
                new StringBuilder(256)
                        .append("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">")
                        .append("<title>")
                        .append(title)
                        .append("</title></head><body><p>");
        boolean linked = !RedirectLocation.hasScheme(location) || location.matches("(?i)https?:.*");
        if (linked) {
            page.append("<a href=\"");
            escape(location, page);
            page.append("\">");
        }
        escape(location, page);
        page.append(linked ? "</a>" : "").append("</p></body></html>\n");
        return page.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The page in UTF-8.
     *
     * @param path as the client has sent it, without the query, which may hold a secret; is
     *     escaped; null if there is none
     * @param message plain text, is escaped; null if there is none
     * @param code the reason if the server itself refused; null if it did not
     * @param requestId null if there is none
     */
    public static byte[] of(
            int status, String path, String message, String code, String requestId) {
        StringBuilder page =
                new StringBuilder(640)
                        .append(ErrorPage.begin((status + " " + Status.reason(status)).trim()));
        if (path != null) {
            page.append("<p><code>");
            escape(path.substring(0, Math.min(path.length(), LONGEST_PATH)), page);
            page.append(path.length() > LONGEST_PATH ? "..." : "").append("</code></p>");
        }
        if (message != null && !message.isEmpty()) {
            page.append("<p>");
            escape(message, page);
            page.append("</p>");
        }
        if (code != null) {
            page.append("<p><code>").append(code).append("</code></p>");
        }
        if (requestId != null) {
            page.append("<p>Request <code>").append(requestId).append("</code></p>");
        }
        return page.append("</body></html>\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void escape(String text, StringBuilder page) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> page.append("&lt;");
                case '>' -> page.append("&gt;");
                case '&' -> page.append("&amp;");
                case '"' -> page.append("&quot;");
                case '\'' -> page.append("&#39;");
                default -> page.append(c);
            }
        }
    }
}
