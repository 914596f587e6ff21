package dev.serval.valve.report;

import dev.serval.http.Status;
import dev.serval.valve.ErrorReport;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers errors with pages of another server, or redirects clients to them. Thread-safe. A worker
 * requests such a page, with a time limit; if this fails, the server's own page is sent.
 *
 * @param urls of the pages
 * @param otherwise for errors that have none
 * @param redirects whether clients are redirected to the pages
 * @param millis the limit for connecting, and for each wait for bytes
 */
public record ProxiedReport(
        Shown shown, ErrorTable<String> urls, ErrorReport otherwise, boolean redirects, int millis)
        implements ErrorReport {
    private static final Logger LOG = LoggerFactory.getLogger(ProxiedReport.class);
    private static final int LARGEST = 1 << 20;

    @Override
    public boolean mayWait() {
        return !redirects;
    }

    @Override
    public Page page(Failure failure) {
        String url = urls.of(failure);
        if (url == null) {
            return otherwise.page(failure);
        }
        String whole = url + (url.indexOf('?') < 0 ? '?' : '&') + query(failure);
        if (redirects) {
            return new Page(FailurePage.TYPE, new byte[0], whole);
        }
        try {
            return fetch(new URL(whole));
        } catch (IOException e) {
            LOG.warn(
                    "SRV-0611 No page for status {} from {}: {}",
                    failure.status(),
                    url,
                    e.toString());
            return null;
        }
    }

    private String query(Failure failure) {
        Failure told = shown.of(failure);
        String reason = Status.reason(failure.status());
        return "requestUri="
                + encode(failure.path())
                + "&statusCode="
                + failure.status()
                + "&statusDescription="
                + encode(reason)
                + "&statusReason="
                + encode(reason)
                + (told.message() == null ? "" : "&message=" + encode(told.message()))
                + (shown.trace() && told.thrown() != null
                        ? "&throwable=" + encode(told.thrown().toString())
                        : "");
    }

    private static String encode(String text) {
        return URLEncoder.encode(Objects.requireNonNullElse(text, ""), StandardCharsets.UTF_8);
    }

    private Page fetch(URL url) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        try {
            connection.setConnectTimeout(millis);
            connection.setReadTimeout(millis);
            connection.setUseCaches(false);
            // The target of a redirect is not configured.
            connection.setInstanceFollowRedirects(false);
            int status = connection.getResponseCode();
            if (status < 200 || status > 299) {
                throw new IOException("it answered with status " + status);
            }
            try (InputStream in = connection.getInputStream()) {
                byte[] body = in.readNBytes(LARGEST + 1);
                if (body.length > LARGEST) {
                    throw new IOException("it has more than 1 MiB");
                }
                String type = connection.getContentType();
                return new Page(type == null ? FailurePage.TYPE : type, body);
            }
        } finally {
            connection.disconnect();
        }
    }
}
