package dev.serval.files;

import dev.serval.http.CodingChoice;
import dev.serval.http.Exchange;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;

/**
 * What the container's own requests tell the servlet for files beside the Servlet API. Used like
 * the request.
 */
public interface FileCall {
    /**
     * The exchange where nobody but the servlet for files has to do with the response; it is ended
     * there. Null for all others.
     */
    Exchange directExchange();

    /** Chooses the content coding of a response that leaves by the Servlet API. */
    CodingChoice codingChoice();

    /**
     * The normalised path of the request, the context path included, encoded as clients have to
     * send it.
     */
    String encodedPath();

    /** The container's own request below all wrappers; null if it is none of this container's. */
    static FileCall of(ServletRequest request) {
        ServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper) {
            inner = wrapper.getRequest();
        }
        return inner instanceof FileCall call ? call : null;
    }
}
