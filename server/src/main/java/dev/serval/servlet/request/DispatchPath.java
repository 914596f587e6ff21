package dev.serval.servlet.request;

import static jakarta.servlet.RequestDispatcher.INCLUDE_PATH_INFO;
import static jakarta.servlet.RequestDispatcher.INCLUDE_SERVLET_PATH;

import dev.serval.http.HttpError;
import dev.serval.http.PathRules;
import dev.serval.http.PercentEncoding;
import dev.serval.servlet.settings.DispatchRules;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;

/** Reads the paths that an application gives to a dispatcher (Servlet 6.1 §9.1). Stateless. */
public final class DispatchPath {
    private DispatchPath() {}

    /** The normal form of a path on the server by these rules; null if it is malformed. */
    public static String normal(String path, DispatchRules rules) {
        if (path == null || !path.startsWith("/")) {
            return null;
        }
        return rules.dispatchersUseEncodedPaths()
                ? normal(escaped(path, true), rules.path())
                : normal(escaped(path, false), PathRules.STRICT);
    }

    public static String escaped(String path, boolean encoded) {
        String reference = encoded ? path : path.replace("%", "%25");
        // Not a fragment: a file may have such a name.
        return PercentEncoding.ofReference(reference).replace("#", "%23");
    }

    public static String normal(String escaped, PathRules rules) {
        byte[] bytes = escaped.getBytes(StandardCharsets.US_ASCII);
        try {
            return PathNormalizer.normalize(
                    bytes, 0, bytes.length, rules, StandardCharsets.UTF_8, leniency -> {});
        } catch (HttpError e) {
            return null;
        }
    }

    /**
     * Servlet 6.1 §9.1: relative to the path that a request shows, in an include to the included
     * path.
     */
    public static String resolved(HttpServletRequest request, String path) {
        if (path == null || path.startsWith("/")) {
            return path;
        }
        Object included = request.getAttribute(INCLUDE_SERVLET_PATH);
        Object front = included != null ? included : request.getServletPath();
        Object rest =
                included != null ? request.getAttribute(INCLUDE_PATH_INFO) : request.getPathInfo();
        String base = rest == null ? front.toString() : front.toString() + rest;
        String directory = base.substring(0, base.lastIndexOf('/') + 1);
        return PercentEncoding.ofPath(directory) + path;
    }
}
