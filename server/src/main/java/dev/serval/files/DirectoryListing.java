package dev.serval.files;

import dev.serval.http.FieldName;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Answers for a directory where listings are on. Stateless; for {@link DefaultServlet}, on workers.
 * It is made anew for each request and has an entity tag of its bytes: who knows it gets 304.
 */
final class DirectoryListing {
    private static final String POLICY = "Content-Security-Policy";

    private DirectoryListing() {}

    /** A page, or JSON for whoever likes that better. */
    static void send(
            FileCache cache, String path, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ListingSettings settings = cache.settings().servlet().listing();
        boolean json = ListingJson.isPreferred(request.getHeader(FieldName.ACCEPT.text()));
        ListingOrder order =
                settings.sortListings()
                        ? ListingOrder.of(request.getQueryString())
                        : ListingOrder.DEFAULT;
        String contextPath = request.getServletContext().getContextPath();
        Listing listing = Listing.of(cache, contextPath, path, order);
        String text = json ? ListingJson.of(listing) : ListingHtml.of(listing, order, settings);
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        Representation tagged =
                new Representation(null, body.length, 0, "", true, false, null, false)
                        .ofHash(ByteBuffer.wrap(body));
        response.addHeader(FieldName.VARY.text(), FieldName.ACCEPT.text());
        response.setHeader(FieldName.ETAG.text(), tagged.etag());
        Conditions asked = Conditions.of(request);
        if (asked.ifNoneMatch() != null
                && EntityTags.anyMatches(asked.ifNoneMatch(), tagged.etag(), false)) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        response.setHeader("X-Content-Type-Options", "nosniff");
        if (!json && !response.containsHeader(POLICY)) {
            response.setHeader(POLICY, ListingHtml.POLICY);
        }
        response.setContentType(json ? "application/json" : "text/html;charset=utf-8");
        if (!ServletOut.hasContent(response)) {
            response.setContentLength(body.length);
        }
        if (!request.getMethod().equals("HEAD")) {
            write(text, body, response);
        }
    }

    private static void write(String text, byte[] body, HttpServletResponse response)
            throws IOException {
        ServletOutputStream output;
        try {
            output = response.getOutputStream();
        } catch (IllegalStateException e) {
            // Somebody writes characters already.
            response.getWriter().write(text);
            return;
        }
        output.write(body);
    }
}
