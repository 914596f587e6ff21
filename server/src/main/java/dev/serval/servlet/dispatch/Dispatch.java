package dev.serval.servlet.dispatch;

import dev.serval.http.DotSegments;
import dev.serval.http.PathRules;
import dev.serval.http.PercentEncoding;
import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.registration.FilterLink;
import dev.serval.servlet.registration.RegisteredFilter;
import dev.serval.servlet.registration.RegisteredServlet;
import dev.serval.servlet.registration.ServletMatch;
import dev.serval.servlet.registration.Unavailability;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.ApiResponse;
import dev.serval.servlet.request.DispatchPath;
import dev.serval.servlet.request.RequestView;
import dev.serval.servlet.request.Unwrapped;
import dev.serval.servlet.settings.ContextRule;
import dev.serval.servlet.settings.DispatchRules;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * A dispatcher to a servlet of a context, by path or by name (Servlet 6.1 §9). Immutable. Wrappers
 * are passed on; the container's request itself is changed and restored afterwards. A target that
 * has no wrapper gets a {@link DispatchedRequest} and an {@link IncludedResponse}.
 */
public final class Dispatch implements RequestDispatcher {
    private final Application context;
    private final String path;
    private final String uri;
    private final String query;
    private final RegisteredServlet named;

    private Dispatch(
            Application context, String path, String uri, String query, RegisteredServlet named) {
        this.context = context;
        this.path = path;
        this.uri = uri;
        this.query = query;
        this.named = named;
    }

    /**
     * To a path relative to the context, with or without a query; null if it is invalid. Percent
     * signs begin escapes, as in requests, unless the context says otherwise.
     */
    public static Dispatch to(Application context, String path) {
        DispatchRules rules = context.dispatchRules();
        return rules.dispatchersUseEncodedPaths()
                ? to(context, path, true, rules.path())
                : to(context, path, false, PathRules.STRICT);
    }

    /** To the target of a client, which is read by the rules for its request. */
    static Dispatch toReceived(Application context, String path, PathRules rules) {
        return to(context, path, true, rules);
    }

    private static Dispatch to(Application context, String path, boolean encoded, PathRules rules) {
        if (path == null) {
            return null;
        }
        // Servlet 6.1 §9.1: an empty path is that of the root.
        String target = path.isEmpty() || path.startsWith("?") ? "/" + path : path;
        if (!target.startsWith("/")) {
            return null;
        }
        int question = target.indexOf('?');
        String query = question < 0 ? null : target.substring(question + 1);
        String escaped =
                DispatchPath.escaped(
                        question < 0 ? target : target.substring(0, question), encoded);
        String normal = DispatchPath.normal(escaped, rules);
        // Servlet 6.1 §9.4: it shows the requested path, with parameters and escapes.
        String shown = DotSegments.removed(escaped);
        return normal == null || shown == null
                ? null
                : new Dispatch(
                        context,
                        normal,
                        context.identity().encodedPath() + shown,
                        query == null ? null : PercentEncoding.ofReference(query),
                        null);
    }

    /** To a servlet by its name. */
    public static Dispatch to(Application context, RegisteredServlet servlet) {
        return new Dispatch(context, null, null, null, servlet);
    }

    /**
     * Servlet 6.1 §2.3.3.3: the given request decides where a dispatch without a path leads, by
     * what it shows now; null means the last target of the request.
     *
     * @param from the context in which asynchronous processing was started
     */
    public static Dispatch backTo(ServletRequest asked, ApiRequest own, Application from) {
        if (!(asked instanceof HttpServletRequest http)) {
            return null;
        }
        String uri = http.getRequestURI();
        boolean forwarded = own.getDispatcherType() == DispatcherType.FORWARD;
        if (!forwarded && uri.equals(own.getRequestURI())) {
            return null;
        }
        if (!uri.startsWith(http.getContextPath())) {
            return null;
        }
        String query = http.getQueryString();
        String inside = uri.substring(http.getContextPath().length());
        // The request has the parameters of the received query already.
        boolean same = query == null || query.equals(own.receivedQuery());
        return toReceived(from, same ? inside : inside + "?" + query, own.pathRules());
    }

    // ---- forward

    @Override
    public void forward(ServletRequest request, ServletResponse response)
            throws ServletException, IOException {
        ApiRequest own = Unwrapped.request(request);
        ApiResponse ownResponse = Unwrapped.response(response, own);
        if (response.isCommitted()) {
            throw new IllegalStateException("Servlet 6.1 §9.4: the response is committed");
        }
        response.resetBuffer();
        Application from = own.context();
        RequestView before = own.view();
        DispatchAttributes saved = null;
        try {
            if (named != null) {
                saved = DispatchAttributes.named(own);
                own.view(before.named(context, DispatcherType.FORWARD));
                call(from, null, named, request, response);
            } else {
                ServletMatch target = find();
                saved = DispatchAttributes.forward(own);
                own.view(before.forwarded(context, target, uri, query));
                call(from, target, target.servlet(), request, response);
            }
        } finally {
            own.view(before);
            if (saved != null) {
                saved.restore(own);
            }
        }
        if (!own.isAsyncStarted() && !own.isUpgraded()) {
            close(response, ownResponse);
        }
    }

    /**
     * Servlet 6.1 §9.4: the response is committed and closed, unless an error was sent. What it
     * holds leaves when the request ends, as any other response that fits its buffer: what a filter
     * or listener still does, such as the end of a transaction, is done before the client can ask
     * again, and its failure can still be answered. The target itself may flush.
     */
    private static void close(ServletResponse response, ApiResponse own) throws IOException {
        own.output().hold(true);
        try {
            if (IncludedResponse.isOurs(response)) {
                own.finish();
                return;
            }
            // A wrapper may hold back output.
            try {
                PrintWriter writer = response.getWriter();
                writer.close();
            } catch (IllegalStateException e) {
                response.getOutputStream().close();
            }
        } finally {
            own.output().hold(false);
        }
    }

    // ---- include

    @Override
    public void include(ServletRequest request, ServletResponse response)
            throws ServletException, IOException {
        ApiRequest own = Unwrapped.request(request);
        ApiResponse ownResponse = Unwrapped.response(response, own);
        Application from = own.context();
        RequestView before = own.view();
        DispatchAttributes saved = null;
        ownResponse.included(1);
        try {
            if (named != null) {
                saved = DispatchAttributes.named(own);
                own.view(before.named(context, DispatcherType.INCLUDE));
                call(from, null, named, request, response);
            } else {
                ServletMatch target = find();
                saved = DispatchAttributes.include(own, context, target, uri, query);
                own.view(before.included(context, query));
                call(from, target, target.servlet(), request, response);
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
            request.view(before.failed(context, target, uri, query));
            call(request.receiver(), target, target.servlet(), request, response);
        } finally {
            request.view(before);
            saved.restore(request);
        }
    }

    /** An asynchronous dispatch: what the request shows is not restored. */
    public void async(ApiRequest own, ServletRequest request, ServletResponse response)
            throws ServletException, IOException {
        ServletMatch target = find();
        own.view(own.view().resumed(context, target, uri, query));
        call(own.receiver(), target, target.servlet(), request, response);
    }

    /** False for a server page that nothing here executes. */
    boolean isAnswerable() {
        return !find().isPageWithoutEngine();
    }

    private ServletMatch find() {
        ServletMatch match = context.mappings().match(path);
        ServletMatch found = context.welcome(path, match);
        return found == null ? context.nothing(path) : found;
    }

    /**
     * @param from the context whose class loader the thread has
     * @param target null means by name
     */
    private void call(
            Application from,
            ServletMatch target,
            RegisteredServlet servlet,
            ServletRequest request,
            ServletResponse response)
            throws ServletException, IOException {
        ApiRequest own = Unwrapped.request(request);
        boolean forwards =
                own.getDispatcherType() == DispatcherType.FORWARD
                        && context.settings().has(ContextRule.FIRE_REQUEST_LISTENERS_ON_FORWARDS);
        if (from == context && !forwards) {
            call(target, servlet, request, response);
            return;
        }
        boolean told =
                context.listeners().watchRequests() && (forwards || context != own.receiver());
        own.enter(context);
        ClassLoader before = context.identity().enter();
        try {
            if (told) {
                context.listeners().requestInitialized(own);
            }
            call(target, servlet, request, response);
        } finally {
            if (told) {
                context.listeners().requestDestroyed(own);
            }
            ContextClassLoader.leave(before);
        }
    }

    private void call(
            ServletMatch target,
            RegisteredServlet servlet,
            ServletRequest request,
            ServletResponse response)
            throws ServletException, IOException {
        ApiRequest own = Unwrapped.request(request);
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
        boolean includes = type == DispatcherType.INCLUDE;
        boolean returns = includes || type == DispatcherType.FORWARD;
        boolean startedBefore = own.isAsyncStarted();
        ServletResponse answer = includes ? IncludedResponse.of(response) : response;
        ServletRequest asked = returns ? DispatchedRequest.of(request, own, answer) : request;
        try {
            FilterLink.first(filters, servlet).doFilter(asked, answer);
        } catch (UnavailableException e) {
            // The class loader of the target, not of the dispatching servlet.
            if (type == DispatcherType.INCLUDE || response.isCommitted()) {
                throw new ServletException(
                        "servlet " + servlet.getName() + " is unavailable: " + e.getMessage(),
                        new IllegalStateException(e));
            }
            HttpServletResponse refusing = (HttpServletResponse) response;
            if (!e.isPermanent()) {
                refusing.setIntHeader("Retry-After", Unavailability.seconds(e));
            }
            refusing.sendError(e.isPermanent() ? 404 : 503);
        } catch (ServletException | IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            // Servlet 6.1 §9.5: also for checked exceptions that are not declared.
            throw new ServletException(e);
        } finally {
            own.allowAsync(asyncBefore);
            if (returns) {
                boolean held = !startedBefore && own.isAsyncStarted();
                DispatchedRequest.over(asked, own, answer, held);
                if (includes && held) {
                    IncludedResponse.hold(answer);
                }
            }
        }
    }

    private void unanswerable(DispatcherType type, ServletResponse response)
            throws ServletException, IOException {
        if (type == DispatcherType.INCLUDE) {
            throw new ServletException(context.withoutPages());
        }
        ((HttpServletResponse) response).sendError(501, context.withoutPages());
    }

    @Override
    public String toString() {
        return "dispatch to " + (named == null ? path : "servlet " + named.getName());
    }
}
