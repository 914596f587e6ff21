package dev.serval.filters;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What other origins may do. Immutable.
 *
 * <p>Init parameters: {@code cors.allowed.origins} (none; a list, or {@code *}), {@code
 * cors.allowed.methods} (GET, POST, HEAD, OPTIONS), {@code cors.allowed.headers} (those below),
 * {@code cors.exposed.headers} (none), {@code cors.preflight.maxage} (1800 seconds; negative: not
 * sent), {@code cors.support.credentials} (false; not together with {@code *}).
 */
final class CorsPolicy {
    static final String[] PARAMETERS = {
        "cors.allowed.origins",
        "cors.allowed.methods",
        "cors.allowed.headers",
        "cors.exposed.headers",
        "cors.preflight.maxage",
        "cors.support.credentials"
    };
    private static final String USUAL_HEADERS =
            "Origin,Accept,X-Requested-With,Content-Type,Access-Control-Request-Method,"
                    + "Access-Control-Request-Headers";

    private final boolean anyOrigin;
    private final Set<String> origins = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    private final List<String> methods;
    private final List<String> headers;
    private final Set<String> anyCase = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    private final List<String> exposed;
    private final long maxAge;
    private final boolean credentials;

    CorsPolicy(FilterParameters parameters) throws ServletException {
        origins.addAll(parameters.list(PARAMETERS[0], ""));
        anyOrigin = origins.contains("*");
        methods = parameters.list(PARAMETERS[1], "GET,POST,HEAD,OPTIONS");
        headers = parameters.list(PARAMETERS[2], USUAL_HEADERS);
        anyCase.addAll(headers);
        exposed = parameters.list(PARAMETERS[3], "");
        maxAge = parameters.number(PARAMETERS[4], 1800, Integer.MIN_VALUE, Integer.MAX_VALUE);
        credentials = parameters.truth(PARAMETERS[5], false);
        if (anyOrigin && credentials) {
            throw parameters.problem(
                    PARAMETERS[5], "cannot be true while any origin is allowed (CWE-942)");
        }
    }

    /** Answers depend on the origin, for all clients (RFC 9110 §12.5.5). */
    void vary(HttpServletResponse response) {
        if (!anyOrigin) {
            response.addHeader("Vary", "Origin");
        }
    }

    boolean allows(String origin, String method) {
        return (anyOrigin || origins.contains(origin)) && methods.contains(method);
    }

    boolean allowsPreflight(HttpServletRequest request) {
        String method = request.getHeader("Access-Control-Request-Method").strip();
        String wanted = request.getHeader("Access-Control-Request-Headers");
        if (!allows(request.getHeader("Origin"), method)) {
            return false;
        }
        for (String header : wanted == null ? new String[0] : wanted.split(",")) {
            if (!header.isBlank() && !anyCase.contains(header.strip())) {
                return false;
            }
        }
        return true;
    }

    void answer(String origin, HttpServletResponse response) {
        origin(origin, response);
        if (!exposed.isEmpty()) {
            response.setHeader("Access-Control-Expose-Headers", String.join(",", exposed));
        }
    }

    void answerPreflight(String origin, HttpServletResponse response) {
        origin(origin, response);
        if (maxAge >= 0) {
            response.setHeader("Access-Control-Max-Age", Long.toString(maxAge));
        }
        response.setHeader("Access-Control-Allow-Methods", String.join(",", methods));
        if (!headers.isEmpty()) {
            response.setHeader("Access-Control-Allow-Headers", String.join(",", headers));
        }
    }

    private void origin(String origin, HttpServletResponse response) {
        response.setHeader("Access-Control-Allow-Origin", anyOrigin ? "*" : origin);
        if (credentials) {
            response.setHeader("Access-Control-Allow-Credentials", "true");
        }
    }
}
