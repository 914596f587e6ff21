package dev.serval.files;

import dev.serval.http.FieldName;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * Answers for a directory where listings are on. Stateless; for {@link DefaultServlet}, on workers.
 * A listing has an entity tag made from its bytes: a client that knows it gets 304.
 */
final class DirectoryListing {
    private static final String POLICY = "Content-Security-Policy";

    private DirectoryListing() {}

    /**
     * Sends a page, or JSON if the client prefers it.
     *
     * @param sorted whether the query may choose the order
     * @param site further fields
     */
    static void send(
            Listings listings,
            boolean sorted,
            SiteSettings site,
            String path,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        boolean json = ListingJson.isPreferred(Conditions.joined(request, FieldName.ACCEPT));
        ListingOrder order =
                sorted ? ListingOrder.of(request.getQueryString()) : ListingOrder.DEFAULT;
        Listings.Made made =
                listings.get(
                        new Listings.Asked(path, order, json),
                        URI.create(request.getServletContext().getContextPath()).getPath());
        if (made == null) {
            response.setHeader(FieldName.RETRY_AFTER.text(), "10");
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return;
        }
        response.addHeader(FieldName.VARY.text(), FieldName.ACCEPT.text());
        response.setHeader(FieldName.ETAG.text(), made.etag());
        Conditions asked = Conditions.of(request);
        if (asked.ifNoneMatch() != null
                && EntityTags.anyMatches(asked.ifNoneMatch(), made.etag(), false)) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        response.setHeader("X-Content-Type-Options", "nosniff");
        if (!json && !response.containsHeader(POLICY)) {
            response.setHeader(POLICY, ListingHtml.POLICY);
        }
        site.describe(response);
        response.setContentType(json ? "application/json" : "text/html;charset=utf-8");
        if (!ServletOut.hasContent(response)) {
            response.setContentLength(made.body().length);
        }
        if (!request.getMethod().equals("HEAD")) {
            write(made.body(), response);
        }
    }

    private static void write(byte[] body, HttpServletResponse response) throws IOException {
        ServletOutputStream output;
        try {
            output = response.getOutputStream();
        } catch (IllegalStateException e) {
            // The writer of the response is in use.
            response.getWriter().write(new String(body, StandardCharsets.UTF_8));
            return;
        }
        output.write(body);
    }
}
