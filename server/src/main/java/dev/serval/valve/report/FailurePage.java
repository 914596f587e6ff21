package dev.serval.valve.report;

import dev.serval.http.ErrorPage;
import dev.serval.http.Status;
import dev.serval.valve.ErrorReport.Failure;
import java.nio.charset.StandardCharsets;

/**
 * The page of an error in HTML. Stateless. It shows the status, the requested path and a message.
 * The code and the id are without a link, as on {@link ErrorPage}.
 */
public final class FailurePage {
    public static final String TYPE = "text/html;charset=utf-8";

    // The client knows the rest of a longer path.
    private static final int LONGEST_PATH = 300;

    private FailurePage() {}

    /** In UTF-8; without a stack trace or version (CWE-209). */
    public static byte[] of(Failure failure) {
        return of(failure, null, null);
    }

    /**
     * In UTF-8.
     *
     * @param trace null if it is not to be shown
     * @param server null if it is not to be shown
     */
    static byte[] of(Failure failure, String trace, String server) {
        int status = failure.status();
        StringBuilder page =
                new StringBuilder(640)
                        .append(ErrorPage.begin((status + " " + Status.reason(status)).trim()));
        if (failure.path() != null) {
            String path = failure.path();
            page.append("<p><code>");
            escape(path.substring(0, Math.min(path.length(), LONGEST_PATH)), page);
            page.append(path.length() > LONGEST_PATH ? "..." : "").append("</code></p>");
        }
        if (failure.message() != null && !failure.message().isEmpty()) {
            element("p", failure.message(), page);
        }
        if (failure.code() != null) {
            page.append("<p><code>").append(failure.code()).append("</code></p>");
        }
        if (failure.requestId() != null) {
            page.append("<p>Request <code>").append(failure.requestId()).append("</code></p>");
        }
        if (trace != null) {
            element("pre", trace, page);
        }
        if (server != null) {
            element("p", server, page);
        }
        return page.append("</body></html>\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void element(String name, String text, StringBuilder page) {
        page.append('<').append(name).append('>');
        escape(text, page);
        page.append("</").append(name).append('>');
    }

    /** Escapes a text for use between tags, and in the value of an attribute. */
    public static void escape(String text, StringBuilder page) {
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
