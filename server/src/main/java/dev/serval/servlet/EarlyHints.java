package dev.serval.servlet;

import dev.serval.files.EarlyHintsOver;
import dev.serval.servlet.request.ApiResponse;
import dev.serval.servlet.request.Unwrapped;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Tells a client what a page will need while the page is still being made, by the interim response
 * 103 (RFC 8297). For applications; they see this class on an installed server, too. Stateless.
 *
 * <pre>{@code
 * EarlyHints.send(response, "</app.css>; rel=preload; as=style");
 * Report report = database.slowly();
 * }</pre>
 *
 * The response itself is not changed; let it have the same links by {@code addHeader("Link", …)},
 * for clients that accept no hints. Which clients get them is a setting of the application's files,
 * {@link EarlyHintsOver}: by default those over HTTP/2 and later.
 */
public final class EarlyHints {
    private EarlyHints() {}

    /**
     * Sends the links at once, waiting for the client's socket if need be; may be called several
     * times. Does nothing for HTTP/1.0 and for versions without hints, after the response has
     * begun, in an include, with a WriteListener, and for responses of other servers.
     *
     * @param response as the servlet or filter has it, also within wrappers
     * @param links at least one, each as in a Link field (RFC 8288 §3); IllegalArgumentException
     *     for a malformed one and for control characters, even if nothing can be sent
     * @return whether they were sent
     * @throws IOException if the client has gone away
     */
    public static boolean send(HttpServletResponse response, String... links) throws IOException {
        String field = EarlyHintsOver.field(links);
        ApiResponse own = Unwrapped.responseOrNull(response);
        return own != null && own.hint(field);
    }
}
