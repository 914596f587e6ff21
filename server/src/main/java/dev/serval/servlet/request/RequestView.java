package dev.serval.servlet.request;

import dev.serval.servlet.application.Application;
import dev.serval.servlet.registration.ServletMatch;
import jakarta.servlet.DispatcherType;

/**
 * The target that a request shows, which a dispatch changes for its duration (Servlet 6.1 §9).
 * Immutable.
 *
 * @param type how the target was reached
 * @param match gives the servlet path and the path info; null before routing
 * @param uri null means the one that was received
 * @param query null means the one that was received
 * @param method null means the one that was received
 * @param parameters queries of dispatches, the last one first; null if there are none
 * @param context the context of the called servlet; null means the one that received it
 * @param contextPath encoded; null means that of the context that received it
 */
public record RequestView(
        DispatcherType type,
        ServletMatch match,
        String uri,
        String query,
        String method,
        String parameters,
        Application context,
        String contextPath) {
    static final RequestView RECEIVED =
            new RequestView(DispatcherType.REQUEST, null, null, null, null, null, null, null);

    RequestView matched(ServletMatch found) {
        return new RequestView(type, found, uri, query, method, parameters, context, contextPath);
    }

    /** The same view with the method GET. */
    public RequestView got() {
        return new RequestView(type, match, uri, query, "GET", parameters, context, contextPath);
    }

    /** The target of a forward. */
    public RequestView forwarded(
            Application to, ServletMatch found, String newUri, String newQuery) {
        String shown = newQuery == null ? query : newQuery;
        return new RequestView(
                DispatcherType.FORWARD,
                found,
                newUri,
                shown,
                method,
                joined(newQuery),
                to,
                to.identity().encodedPath());
    }

    /** A forward by the name of a servlet, which shows no new path. */
    public RequestView named(Application to, DispatcherType how) {
        return new RequestView(how, match, uri, query, method, parameters, to, contextPath);
    }

    /** An include: the paths of the includer, the parameters of both. */
    public RequestView included(Application to, String newQuery) {
        return new RequestView(
                DispatcherType.INCLUDE,
                match,
                uri,
                query,
                method,
                joined(newQuery),
                to,
                contextPath);
    }

    /** An error page, which always gets GET (Servlet 6.1 §10.9.1). */
    public RequestView failed(Application to, ServletMatch found, String newUri, String newQuery) {
        String shown = newQuery == null ? query : newQuery;
        return new RequestView(
                DispatcherType.ERROR,
                found,
                newUri,
                shown,
                "GET",
                joined(newQuery),
                to,
                to.identity().encodedPath());
    }

    /** An asynchronous dispatch without a path: shows the same as before. */
    public RequestView resumed() {
        return new RequestView(
                DispatcherType.ASYNC, match, uri, query, method, parameters, context, contextPath);
    }

    /** The target of an asynchronous dispatch; a null query leaves what was shown. */
    public RequestView resumed(Application to, ServletMatch found, String newUri, String newQuery) {
        return new RequestView(
                DispatcherType.ASYNC,
                found,
                newUri,
                newQuery == null ? query : newQuery,
                method,
                joined(newQuery),
                to,
                to.identity().encodedPath());
    }

    private String joined(String newQuery) {
        if (newQuery == null || newQuery.isEmpty()) {
            return parameters;
        }
        return parameters == null ? newQuery : newQuery + "&" + parameters;
    }
}
