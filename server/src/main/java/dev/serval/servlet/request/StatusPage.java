package dev.serval.servlet.request;

import dev.serval.http.Status;
import dev.serval.valve.ErrorReport;
import dev.serval.valve.ErrorReport.Failure;
import dev.serval.valve.ErrorReport.Page;
import dev.serval.valve.report.FailurePage;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The page for a status if the application has none. Stateless. */
public final class StatusPage {
    public static final String LANGUAGE = "en";

    private static final Logger LOG = LoggerFactory.getLogger(StatusPage.class);

    private StatusPage() {}

    /**
     * The page of what is configured for it; null if the server's own is to answer.
     *
     * @param report null if nothing is configured
     */
    static Page of(ErrorReport report, Failure failure) {
        if (report == null || failure.status() < 400) {
            return null;
        }
        try {
            return report.page(failure);
        } catch (RuntimeException | LinkageError e) {
            LOG.error(
                    "SRV-0610 The page for status {} failed: {} threw what follows",
                    failure.status(),
                    report.getClass().getName(),
                    e);
            return null;
        }
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
            FailurePage.escape(location, page);
            page.append("\">");
        }
        FailurePage.escape(location, page);
        page.append(linked ? "</a>" : "").append("</p></body></html>\n");
        return page.toString().getBytes(StandardCharsets.UTF_8);
    }
}
