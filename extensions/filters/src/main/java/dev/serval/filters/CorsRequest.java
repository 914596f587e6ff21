package dev.serval.filters;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The kind of a request in CORS. Immutable; the names in lower case are those of {@code
 * cors.request.type}.
 */
enum CorsRequest {
    /** Browsers send it to any server without a preflight. */
    SIMPLE,
    /** Follows a preflight. */
    ACTUAL,
    PRE_FLIGHT,
    /** From this origin, or not from a browser. */
    NOT_CORS,
    INVALID_CORS;

    /** RFC 6454 §7.1: null, or a scheme, a host and perhaps a port. */
    private static final Pattern ORIGIN =
            Pattern.compile(
                    "null|[A-Za-z][A-Za-z0-9+.-]*://(\\[[0-9A-Fa-f:.]+]|[^\\s/?#@:%\\[\\]]+)(:\\d+)?");

    private static final Set<String> SIMPLE_TYPES =
            Set.of("application/x-www-form-urlencoded", "multipart/form-data", "text/plain");

    static CorsRequest of(HttpServletRequest request) {
        String origin = request.getHeader("Origin");
        if (origin == null) {
            return NOT_CORS;
        }
        if (!ORIGIN.matcher(origin).matches()) {
            return INVALID_CORS;
        }
        if (isOwn(origin, request)) {
            return NOT_CORS;
        }
        return switch (request.getMethod()) {
            case "OPTIONS" -> options(request.getHeader("Access-Control-Request-Method"));
            case "GET", "HEAD" -> SIMPLE;
            case "POST" -> isSimple(request.getContentType()) ? SIMPLE : ACTUAL;
            default -> ACTUAL;
        };
    }

    private static CorsRequest options(String wanted) {
        if (wanted == null) {
            return ACTUAL;
        }
        return wanted.isBlank() ? INVALID_CORS : PRE_FLIGHT;
    }

    private static boolean isSimple(String contentType) {
        String type = contentType == null ? "" : contentType.split(";", 2)[0];
        return SIMPLE_TYPES.contains(type.strip().toLowerCase(Locale.ROOT));
    }

    private static boolean isOwn(String origin, HttpServletRequest request) {
        String host = request.getScheme() + "://" + request.getServerName();
        int port = request.getServerPort();
        boolean usual = port == (request.getScheme().equals("https") ? 443 : 80);
        return origin.equalsIgnoreCase(host + ":" + port) || usual && origin.equalsIgnoreCase(host);
    }
}
