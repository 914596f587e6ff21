package dev.serval.servlet.dispatch;

import dev.serval.servlet.application.Application;
import dev.serval.servlet.application.ErrorPages;
import dev.serval.servlet.registration.InitFailure;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.ApiResponse;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the error page of an application answer, where there is one (Servlet 6.1 §10.9). Stateless.
 * A page that fails itself has none: then the built-in page answers.
 */
public final class ErrorCall {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorCall.class);

    private ErrorCall() {}

    /**
     * Answers the error that the response has noted.
     *
     * @param thrown what the application threw; null when it sent an error
     * @param servlet which servlet it was; null if none
     * @return what the exchange is to fail with; null when the response can be ended
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
            // Errors too: whatever an application does, its client gets an answer.
            LOG.error(
                    "SRV-0606 error page {} of context '{}' failed for {}",
                    location,
                    context.path(),
                    status,
                    e);
            if (!response.isOpen()) {
                return e;
            }
            response.replace(status, null);
            return null;
        }
    }

    /** The first that has a page of those that wrap each other, else the innermost (§10.9.2). */
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
        Map<String, Object> attributes = request.attributes();
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

    private static void put(Map<String, Object> attributes, String name, Object value) {
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
    }

    /**
     * What the log tells: the first of the wrappings that says something itself, with all that it
     * wraps, else what they wrap.
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

    /** What shows both, where a log would show the wrapper without its root cause. */
    private static Throwable joined(ServletException wrapper, Throwable root) {
        Throwable both = new ServletException(wrapper.toString(), root);
        both.setStackTrace(wrapper.getStackTrace());
        if (wrapper.getCause() != null) {
            both.addSuppressed(wrapper.getCause());
        }
        return both;
    }

    /** What the application means, without the wrappings of the API. */
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
