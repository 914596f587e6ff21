package dev.serval.servlet.dispatch;

import dev.serval.servlet.application.Application;
import dev.serval.servlet.application.ErrorPages;
import dev.serval.servlet.registration.InitFailure;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.ApiResponse;
import dev.serval.servlet.request.RequestAttributes;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the error page of an application, if there is one (Servlet 6.1 §10.9). Stateless. If that
 * page fails, the built-in page answers.
 */
public final class ErrorCall {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorCall.class);

    private ErrorCall() {}

    /**
     * Answers the error that the response has noted.
     *
     * @param thrown what the application threw; null if it sent an error
     * @param servlet the name of the failed servlet; null if there is none
     * @return the failure for the exchange; null if the response can be ended
     */
    public static Throwable answer(
            Application context,
            ApiRequest request,
            ApiResponse response,
            Throwable thrown,
            String servlet) {
        int status = response.errorStatus();
        if (status == 0 || !response.isOpen() || context.errorPages().isEmpty()) {
            return null;
        }
        Throwable meant = meant(context.errorPages(), thrown);
        String location = location(context.errorPages(), status, meant);
        Dispatch page = location == null ? null : Dispatch.to(context, location);
        if (page == null || !page.isAnswerable()) {
            return null;
        }
        String message = response.errorMessage();
        describe(request, status, message, meant, servlet);
        response.beginErrorPage();
        try {
            page.error(request, response);
            return null;
        } catch (Throwable e) {
            // Errors, too: whatever an application does, its client gets a response.
            LOG.error(
                    "SRV-0606 error page {} of context '{}' failed for {}; request {}",
                    location,
                    context.path(),
                    status,
                    request.exchange().id(),
                    e);
            if (!response.isOpen()) {
                return e;
            }
            response.replace(status, null);
            return null;
        }
    }

    /** The first of the wrapped exceptions that has a page, otherwise the innermost (§10.9.2). */
    private static Throwable meant(ErrorPages pages, Throwable thrown) {
        Throwable meant = thrown instanceof InitFailure ours ? ours.getRootCause() : thrown;
        while (meant instanceof ServletException wrapper
                && pages.ofException(meant) == null
                && wrapper.getRootCause() != null
                && wrapper.getRootCause() != meant) {
            meant = wrapper.getRootCause();
        }
        return meant;
    }

    /** By the exception, then by the status. */
    private static String location(ErrorPages pages, int status, Throwable meant) {
        String page = meant == null ? null : pages.ofException(meant);
        return page == null ? pages.ofStatus(status) : page;
    }

    private static void describe(
            ApiRequest request, int status, String message, Throwable meant, String servlet) {
        RequestAttributes attributes = request.attributes();
        put(attributes, RequestDispatcher.ERROR_STATUS_CODE, status);
        put(
                attributes,
                RequestDispatcher.ERROR_MESSAGE,
                Objects.toString(meant == null ? message : meant.getMessage(), ""));
        put(attributes, RequestDispatcher.ERROR_EXCEPTION, meant);
        put(
                attributes,
                RequestDispatcher.ERROR_EXCEPTION_TYPE,
                meant == null ? null : meant.getClass());
        put(attributes, RequestDispatcher.ERROR_REQUEST_URI, request.getRequestURI());
        put(attributes, RequestDispatcher.ERROR_QUERY_STRING, request.getQueryString());
        put(attributes, RequestDispatcher.ERROR_METHOD, request.getMethod());
        put(attributes, RequestDispatcher.ERROR_SERVLET_NAME, servlet);
    }

    private static void put(RequestAttributes attributes, String name, Object value) {
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
    }

    /**
     * The exception to log: the first wrapper with a message of its own, with its causes, otherwise
     * the innermost cause.
     */
    public static Throwable told(Throwable cause) {
        Throwable told = cause;
        while (told instanceof ServletException wrapper
                && wrapper.getRootCause() != null
                && wrapper.getRootCause() != told) {
            Throwable below = wrapper.getRootCause();
            boolean speaks =
                    !(wrapper instanceof InitFailure)
                            && wrapper.getMessage() != null
                            && !wrapper.getMessage().equals(below.toString())
                            && !wrapper.getMessage().equals(below.getMessage());
            if (speaks) {
                return wrapper.getCause() == below ? wrapper : joined(wrapper, below);
            }
            told = below;
        }
        return told;
    }

    /** An exception that shows both, if a log would show the wrapper without its root cause. */
    private static Throwable joined(ServletException wrapper, Throwable root) {
        Throwable both = new ServletException(wrapper.toString(), root);
        both.setStackTrace(wrapper.getStackTrace());
        if (wrapper.getCause() != null) {
            both.addSuppressed(wrapper.getCause());
        }
        return both;
    }

    /** The exception of the application, without wrappers of the API. */
    public static Throwable root(Throwable cause) {
        Throwable root = cause;
        while (root instanceof ServletException wrapper
                && wrapper.getRootCause() != null
                && wrapper.getRootCause() != root) {
            root = wrapper.getRootCause();
        }
        return root;
    }
}
