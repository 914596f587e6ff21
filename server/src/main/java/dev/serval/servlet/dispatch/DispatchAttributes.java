package dev.serval.servlet.dispatch;

import dev.serval.servlet.application.Application;
import dev.serval.servlet.registration.ServletMatch;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.RequestAttributes;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.RequestDispatcher;
import java.util.List;

/**
 * The request attributes with the paths that a dispatch hides (Servlet 6.1 §9.3.1, §9.4.2), and
 * their former values. Used by one call.
 */
public final class DispatchAttributes {
    private static final List<String> FORWARD =
            List.of(
                    RequestDispatcher.FORWARD_REQUEST_URI,
                    RequestDispatcher.FORWARD_CONTEXT_PATH,
                    RequestDispatcher.FORWARD_SERVLET_PATH,
                    RequestDispatcher.FORWARD_PATH_INFO,
                    RequestDispatcher.FORWARD_QUERY_STRING,
                    RequestDispatcher.FORWARD_MAPPING);
    private static final List<String> INCLUDE =
            List.of(
                    RequestDispatcher.INCLUDE_REQUEST_URI,
                    RequestDispatcher.INCLUDE_CONTEXT_PATH,
                    RequestDispatcher.INCLUDE_SERVLET_PATH,
                    RequestDispatcher.INCLUDE_PATH_INFO,
                    RequestDispatcher.INCLUDE_QUERY_STRING,
                    RequestDispatcher.INCLUDE_MAPPING);

    private static final List<String> ASYNC =
            List.of(
                    AsyncContext.ASYNC_REQUEST_URI,
                    AsyncContext.ASYNC_CONTEXT_PATH,
                    AsyncContext.ASYNC_SERVLET_PATH,
                    AsyncContext.ASYNC_PATH_INFO,
                    AsyncContext.ASYNC_QUERY_STRING,
                    AsyncContext.ASYNC_MAPPING);

    private final Object[] forward;
    private final Object[] include;

    private DispatchAttributes(ApiRequest request) {
        forward = values(request, FORWARD);
        include = values(request, INCLUDE);
    }

    /** Their present values. */
    static DispatchAttributes of(ApiRequest request) {
        return new DispatchAttributes(request);
    }

    /** Whether it is an attribute of a forward or an include. */
    static boolean has(String name) {
        return FORWARD.contains(name) || INCLUDE.contains(name);
    }

    /** The value of one attribute; null if there is none. */
    Object get(String name) {
        int at = FORWARD.indexOf(name);
        return at < 0 ? include[INCLUDE.indexOf(name)] : forward[at];
    }

    /** A servlet that is called by name was not included by a path. */
    static DispatchAttributes named(ApiRequest request) {
        DispatchAttributes saved = new DispatchAttributes(request);
        set(request, INCLUDE, new Object[INCLUDE.size()]);
        return saved;
    }

    /**
     * Sets those of a forward, unless an earlier forward has; removes those of an include for its
     * target.
     */
    static DispatchAttributes forward(ApiRequest request) {
        DispatchAttributes saved = new DispatchAttributes(request);
        if (saved.forward[0] == null) {
            set(
                    request,
                    FORWARD,
                    request.getRequestURI(),
                    request.getContextPath(),
                    request.getServletPath(),
                    request.getPathInfo(),
                    request.getQueryString(),
                    request.getHttpServletMapping());
        }
        set(request, INCLUDE, new Object[INCLUDE.size()]);
        return saved;
    }

    /** Sets those of an include. */
    static DispatchAttributes include(
            ApiRequest request,
            Application context,
            ServletMatch target,
            String uri,
            String query) {
        DispatchAttributes saved = new DispatchAttributes(request);
        set(
                request,
                INCLUDE,
                uri,
                context.identity().encodedPath(),
                target.servletPath(),
                target.pathInfo(),
                query,
                target);
        return saved;
    }

    /** Sets those of an asynchronous dispatch, unless an earlier one has (Servlet 6.1 §9.7.2). */
    public static void async(ApiRequest request) {
        if (request.attributes().get(AsyncContext.ASYNC_REQUEST_URI) == null) {
            set(
                    request,
                    ASYNC,
                    request.getRequestURI(),
                    request.getContextPath(),
                    request.getServletPath(),
                    request.getPathInfo(),
                    request.getQueryString(),
                    request.getHttpServletMapping());
        }
    }

    void restore(ApiRequest request) {
        set(request, FORWARD, forward);
        set(request, INCLUDE, include);
    }

    private static Object[] values(ApiRequest request, List<String> names) {
        RequestAttributes attributes = request.attributes();
        return names.stream().map(attributes::get).toArray();
    }

    private static void set(ApiRequest request, List<String> names, Object... values) {
        RequestAttributes attributes = request.attributes();
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                attributes.remove(names.get(i));
            } else {
                attributes.put(names.get(i), values[i]);
            }
        }
    }
}
