package dev.serval.servlet;

import jakarta.servlet.DispatcherType;

/**
 * What a request shows of its target, which a dispatch changes for its duration (Servlet 6.1 §9).
 * Immutable.
 *
 * @param type how the target is called
 * @param match gives the servlet path and the path info; null before routing
 * @param uri null for the one that was received
 * @param query null for the one that was received
 * @param method null for the one that was received
 * @param parameters queries of dispatches, the last one first; null for none
 */
record RequestView(
        DispatcherType type,
        ServletMatch match,
        String uri,
        String query,
        String method,
        String parameters) {
    static final RequestView RECEIVED =
            new RequestView(DispatcherType.REQUEST, null, null, null, null, null);

    RequestView matched(ServletMatch found) {
        return new RequestView(type, found, uri, query, method, parameters);
    }

    /** The same, got whatever the method was. */
    RequestView got() {
        return new RequestView(type, match, uri, query, "GET", parameters);
    }

    /** The target of a forward. */
    RequestView forwarded(ServletMatch found, String newUri, String newQuery) {
        String shown = newQuery == null ? query : newQuery;
        return new RequestView(
                DispatcherType.FORWARD, found, newUri, shown, method, joined(newQuery));
    }

    /** A forward by the name of a servlet, which shows no new path. */
    RequestView named(DispatcherType how) {
        return new RequestView(how, match, uri, query, method, parameters);
    }

    /** An include: the includer's paths, the parameters of both. */
    RequestView included(String newQuery) {
        return new RequestView(DispatcherType.INCLUDE, match, uri, query, method, joined(newQuery));
    }

    /** An error page, which is always got (Servlet 6.1 §10.9.1). */
    RequestView failed(ServletMatch found, String newUri, String newQuery) {
        String shown = newQuery == null ? query : newQuery;
        return new RequestView(DispatcherType.ERROR, found, newUri, shown, "GET", joined(newQuery));
    }

    /** An asynchronous dispatch; a null match, URI or query leaves what was shown. */
    RequestView resumed(ServletMatch found, String newUri, String newQuery) {
        return new RequestView(
                DispatcherType.ASYNC,
                found == null ? match : found,
                newUri == null ? uri : newUri,
                newQuery == null ? query : newQuery,
                method,
                joined(newQuery));
    }

    private String joined(String newQuery) {
        if (newQuery == null || newQuery.isEmpty()) {
            return parameters;
        }
        return parameters == null ? newQuery : newQuery + "&" + parameters;
    }
}
