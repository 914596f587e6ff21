package dev.serval.servlet.request;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;

/** Finds the container's request and response within wrappers. Stateless. */
public final class Unwrapped {
    private Unwrapped() {}

    /** Null if it does not wrap one of the container. */
    public static ApiRequest requestOrNull(ServletRequest request) {
        ServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper) {
            inner = wrapper.getRequest();
        }
        return inner instanceof ApiRequest own ? own : null;
    }

    public static ApiRequest request(ServletRequest request) throws ServletException {
        ApiRequest own = requestOrNull(request);
        if (own != null) {
            return own;
        }
        throw new ServletException(
                "Servlet 6.1 §9.2: the request is neither the one of the call nor a wrapper of it");
    }

    /** Null if it does not wrap one of the container. */
    public static ApiResponse responseOrNull(ServletResponse response) {
        ServletResponse inner = response;
        while (inner instanceof ServletResponseWrapper wrapper) {
            inner = wrapper.getResponse();
        }
        return inner instanceof ApiResponse own ? own : null;
    }

    public static ApiResponse response(ServletResponse response, ApiRequest request)
            throws ServletException {
        ApiResponse own = responseOrNull(response);
        if (own != null && request.isAnsweredBy(own)) {
            return own;
        }
        throw new ServletException(
                "Servlet 6.1 §9.2: the response is neither the one of the call nor a wrapper of"
                        + " it");
    }
}
