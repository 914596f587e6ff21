package dev.serval.servlet;

import dev.serval.http.HttpError;
import dev.serval.http.PathRules;
import dev.serval.http.PercentEncoding;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * A way to another servlet of the same context, by path or by name (Servlet 6.1 §9). Immutable.
 * Wrappers are handed on; what the request shows is changed in the request itself and put back
 * afterwards.
 */
final class Dispatch implements RequestDispatcher {
    private final AppContext context;
    private final String path;
    private final String uri;
    private final String query;
    private final RegisteredServlet named;

    private Dispatch(
            AppContext context, String path, String uri, String query, RegisteredServlet named) {
        this.context = context;
        this.path = path;
        this.uri = uri;
        this.query = query;
        this.named = named;
    }

    /**
     * To a path that is relative to the context, with or without a query; null when it is none.
     * Percent signs are escapes, as in what clients send, unless the context says otherwise.
     */
    static Dispatch to(AppContext context, String path) {
        DispatchRules rules = context.dispatchRules();
        return rules.dispatchersUseEncodedPaths()
                ? to(context, path, true, rules.path())
                : to(context, path, false, PathRules.STRICT);
    }

    /** To what a client asked for, which is read by the rules for its request. */
    static Dispatch toReceived(AppContext context, String path, PathRules rules) {
        return to(context, path, true, rules);
    }

    private static Dispatch to(AppContext context, String path, boolean encoded, PathRules rules) {
        if (path == null) {
            return null;
        }
        // Servlet 6.1 §9.1: an empty path is that of the root.
        String target = path.isEmpty() || path.startsWith("?") ? "/" + path : path;
        if (!target.startsWith("/")) {
            return null;
        }
        int question = target.indexOf('?');
        String front = question < 0 ? target : target.substring(0, question);
        String query = question < 0 ? null : target.substring(question + 1);
        String reference = encoded ? front : front.replace("%", "%25");
        // No fragment: a file may be named so.
        String escaped = PercentEncoding.ofReference(reference).replace("#", "%23");
        byte[] bytes = escaped.getBytes(StandardCharsets.US_ASCII);
        try {
            String normal =
                    PathNormalizer.normalize(
                            bytes, 0, bytes.length, rules, StandardCharsets.UTF_8, leniency -> {});
            return new Dispatch(
                    context,
                    normal,
                    context.getContextPath() + PercentEncoding.ofPath(normal, rules),
                    query == null ? null : PercentEncoding.ofReference(query),
                    null);
        } catch (HttpError e) {
            return null;
        }
    }

    /** To a servlet by its name. */
    static Dispatch to(AppContext context, RegisteredServlet servlet) {
        return new Dispatch(context, null, null, null, servlet);
    }

    // ---- forward

    @Override
    public void forward(ServletRequest request, ServletResponse response)
            throws ServletException, IOException {
        ApiRequest own = own(request);
        ApiResponse ownResponse = own(response);
        if (response.isCommitted()) {
            throw new IllegalStateException("Servlet 6.1 §9.4: the response is committed");
        }
        response.resetBuffer();
        RequestView before = own.view();
        DispatchAttributes saved = null;
        try {
            if (named != null) {
                own.view(before.named(DispatcherType.FORWARD));
                call(null, named, request, response);
            } else {
                ServletMatch target = find();
                saved = DispatchAttributes.forward(own);
                own.view(before.forwarded(target, uri, query));
                call(target, servlet(target), request, response);
            }
        } finally {
            own.view(before);
            if (saved != null) {
                saved.restore(own);
            }
        }
        if (!own.isAsyncStarted() && own.upgraded() == null) {
            close(response, ownResponse);
        }
    }

    /** Servlet 6.1 §9.4: the content is sent and the response closed, unless an error is. */
    private static void close(ServletResponse response, ApiResponse own) throws IOException {
        if (response == own) {
            own.finish();
            return;
        }
        // A wrapper may hold back what was written.
        try {
            PrintWriter writer = response.getWriter();
            writer.close();
        } catch (IllegalStateException e) {
            response.getOutputStream().close();
        }
    }

    // ---- include

    @Override
    public void include(ServletRequest request, ServletResponse response)
            throws ServletException, IOException {
        ApiRequest own = own(request);
        ApiResponse ownResponse = own(response);
        RequestView before = own.view();
        DispatchAttributes saved = null;
        ownResponse.included(1);
        try {
            if (named != null) {
                own.view(before.named(DispatcherType.INCLUDE));
                call(null, named, request, response);
            } else {
                ServletMatch target = find();
                saved = DispatchAttributes.include(own, context, target, uri, query);
                own.view(before.included(query));
                call(target, servlet(target), request, response);
            }
        } finally {
            ownResponse.included(-1);
            own.view(before);
            if (saved != null) {
                saved.restore(own);
            }
        }
    }

    // ---- for the container

    /** The error page of this path; its attributes are set. Throws what the page throws. */
    void error(ApiRequest request, ApiResponse response) throws ServletException, IOException {
        RequestView before = request.view();
        // Servlet 6.1 §10.9.1: as if it was forwarded to.
        DispatchAttributes saved = DispatchAttributes.forward(request);
        try {
            ServletMatch target = find();
            request.view(before.failed(target, uri, query));
            call(target, servlet(target), request, response);
        } finally {
            request.view(before);
            saved.restore(request);
        }
    }

    /** An asynchronous dispatch: what the request shows stays. */
    void async(ApiRequest own, ServletRequest request, ServletResponse response)
            throws ServletException, IOException {
        ServletMatch target = find();
        own.view(own.view().resumed(target, uri, query));
        call(target, servlet(target), request, response);
    }

    /** False for a page of a kind that nobody here can execute. */
    boolean isAnswerable() {
        return !find().isPageWithoutEngine();
    }

    private ServletMatch find() {
        ServletMatch match = context.mappings().match(path);
        ServletMatch found = WelcomeFiles.resolve(context, path, match);
        return found == null ? context.nothing(path) : found;
    }

    private static RegisteredServlet servlet(ServletMatch target) {
        return target.servlet();
    }

    /**
     * @param target null for a call by name
     */
    private void call(
            ServletMatch target,
            RegisteredServlet servlet,
            ServletRequest request,
            ServletResponse response)
            throws ServletException, IOException {
        ApiRequest own = own(request);
        DispatcherType type = own.getDispatcherType();
        if (target != null && target.isPageWithoutEngine()) {
            unanswerable(type, response);
            return;
        }
        boolean asyncBefore = own.isAsyncAllowed();
        String at = target == null ? null : target.path();
        RegisteredFilter[] filters = context.filters(type, at, servlet);
        boolean allowed = FilterLink.isAsyncSupported(filters, servlet);
        own.allowAsync(type == DispatcherType.ASYNC ? allowed : asyncBefore && allowed);
        try {
            if (filters == null) {
                try {
                    servlet.instance().service(request, response);
                } catch (UnavailableException e) {
                    servlet.unavailable(e);
                    throw e;
                }
            } else {
                FilterLink rest = new FilterLink(filters, 1, servlet);
                filters[0].filter().doFilter(request, response, rest);
            }
        } catch (UnavailableException e) {
            // That of the target, not of the servlet that has dispatched.
            if (type == DispatcherType.INCLUDE || response.isCommitted()) {
                throw new ServletException(
                        "servlet " + servlet.getName() + " is unavailable: " + e.getMessage(),
                        new IllegalStateException(e));
            }
            HttpServletResponse answer = (HttpServletResponse) response;
            if (!e.isPermanent()) {
                answer.setIntHeader("Retry-After", Unavailability.seconds(e));
            }
            answer.sendError(e.isPermanent() ? 404 : 503);
        } finally {
            own.allowAsync(asyncBefore);
        }
    }

    private static void unanswerable(DispatcherType type, ServletResponse response)
            throws ServletException, IOException {
        if (type == DispatcherType.INCLUDE) {
            throw new ServletException(ServletMatch.NO_PAGES);
        }
        ((HttpServletResponse) response).sendError(501, ServletMatch.NO_PAGES);
    }

    private static ApiRequest own(ServletRequest request) throws ServletException {
        ServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper) {
            inner = wrapper.getRequest();
        }
        if (inner instanceof ApiRequest own) {
            return own;
        }
        throw new ServletException(
                "Servlet 6.1 §9.2: the request is neither the one of the call nor a wrapper of it");
    }

    private static ApiResponse own(ServletResponse response) throws ServletException {
        ServletResponse inner = response;
        while (inner instanceof ServletResponseWrapper wrapper) {
            inner = wrapper.getResponse();
        }
        if (inner instanceof ApiResponse own) {
            return own;
        }
        throw new ServletException(
                "Servlet 6.1 §9.2: the response is neither the one of the call nor a wrapper of"
                        + " it");
    }

    @Override
    public String toString() {
        return "dispatch to " + (named == null ? path : "servlet " + named.getName());
    }
}
