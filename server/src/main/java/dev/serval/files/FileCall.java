package dev.serval.files;

import dev.serval.http.CodingChoice;
import dev.serval.http.Exchange;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;

/**
 * What the container's requests offer the servlet for files besides the Servlet API. Used like the
 * request.
 */
public interface FileCall {
    /**
     * The exchange, if only the servlet for files handles the response; that servlet ends it. Null
     * for all other requests.
     */
    Exchange directExchange();

    /** Chooses the content coding of a response that is sent through the Servlet API. */
    CodingChoice codingChoice();

    /**
     * The normalised path of the request, the context path included, encoded as clients have to
     * send it.
     */
    String encodedPath();

    /** The container's request below all wrappers; null if there is none. */
    static FileCall of(ServletRequest request) {
        ServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper) {
            inner = wrapper.getRequest();
        }
        return inner instanceof FileCall call ? call : null;
    }
}
