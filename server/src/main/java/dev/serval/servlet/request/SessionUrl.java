package dev.serval.servlet.request;

import dev.serval.http.HttpError;
import dev.serval.http.PercentEncoding;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Puts the id of a session into URLs of the application, and into no others (Servlet 6.1 §7.1.3).
 * Stateless. A URL that browsers may read differently stays unchanged.
 */
final class SessionUrl {
    private SessionUrl() {}

    /**
     * The URL with the parameter at the end of its path; unchanged if it does not lead into the
     * application, or has the parameter.
     *
     * @param url absolute, or relative to the URI of the request
     * @param name of the path parameter
     * @param context the decoded path of the application
     */
    static String encode(
            String url, String name, String id, HttpServletRequest request, String context) {
        int end = pathEnd(url);
        int start = pathStart(url, end, request);
        if (start < 0 || url.startsWith("#")) {
            return url;
        }
        String path = url.substring(start, end);
        String own =
                PathParameter.of(request.getRequestURI(), name) == null
                        ? request.getRequestURI()
                        : without(request.getRequestURI());
        String resolved =
                path.startsWith("/") ? path : own.substring(0, own.lastIndexOf('/') + 1) + path;
        if (path.isEmpty()) {
            // A query alone belongs to the present path; a host alone to its root.
            resolved = start == 0 ? own : "/";
            path = resolved;
        }
        if (!isInside(resolved, context) || PathParameter.of(resolved, name) != null) {
            return url;
        }
        return url.substring(0, start)
                + path
                + ';'
                + PercentEncoding.ofPath(name)
                + '='
                + id
                + url.substring(end);
    }

    private static String without(String uri) {
        return uri.substring(0, uri.indexOf(';', uri.lastIndexOf('/') + 1));
    }

    private static int pathEnd(String url) {
        for (int i = 0; i < url.length(); i++) {
            if (url.charAt(i) == '?' || url.charAt(i) == '#') {
                return i;
            }
        }
        return url.length();
    }

    /** Where the path begins; -1 if the URL does not name the host of the request. */
    private static int pathStart(String url, int end, HttpServletRequest request) {
        for (int i = 0; i < end; i++) {
            if (url.charAt(i) <= ' ' || url.charAt(i) == '\\' || url.charAt(i) == 127) {
                // Browsers drop some of them, and read others as a slash.
                return -1;
            }
        }
        String scheme = request.getScheme();
        int authority = 0;
        int colon = url.indexOf(':');
        int slash = url.indexOf('/');
        if (colon >= 0 && colon < end && (slash < 0 || colon < slash)) {
            if (!url.substring(0, colon).equalsIgnoreCase(scheme)
                    || !url.startsWith("//", colon + 1)) {
                return -1;
            }
            authority = colon + 1;
        }
        if (!url.startsWith("//", authority)) {
            return 0;
        }
        int start = url.indexOf('/', authority + 2);
        start = start < 0 || start > end ? end : start;
        String host = url.substring(authority + 2, start).toLowerCase(Locale.ROOT);
        String own = request.getServerName().toLowerCase(Locale.ROOT);
        int port = request.getServerPort();
        boolean usual = port == (scheme.equals("https") ? 443 : 80);
        return host.equals(own + ":" + port) || usual && host.equals(own) ? start : -1;
    }

    private static boolean isInside(String path, String context) {
        byte[] bytes = PercentEncoding.ofReference(path).getBytes(StandardCharsets.US_ASCII);
        try {
            String normal = PathNormalizer.normalize(bytes, 0, bytes.length);
            return normal.equals(context) || normal.startsWith(context + "/");
        } catch (HttpError e) {
            return false;
        }
    }
}
