package dev.serval.servlet.request;

import dev.serval.http.DotSegments;

/**
 * Makes references absolute that applications give to sendRedirect (RFC 3986 §5.2). Stateless. A
 * path that leads above the root stays at the root, as clients read it.
 */
final class RedirectLocation {
    private RedirectLocation() {}

    /**
     * The absolute form.
     *
     * @param reference encoded, absolute or relative
     * @param scheme of the request
     * @param authority of the request: host, and port where it is needed
     * @param path of the request, as it was received
     */
    static String absolute(String reference, String scheme, String authority, String path) {
        if (hasScheme(reference)) {
            return reference;
        }
        if (reference.startsWith("//")) {
            return scheme + ":" + reference;
        }
        int end = endOfPath(reference);
        String front = reference.substring(0, end);
        String rest = reference.substring(end);
        String whole;
        if (front.isEmpty()) {
            whole = path;
        } else if (front.startsWith("/")) {
            whole = DotSegments.clamped(front);
        } else {
            whole = DotSegments.clamped(path.substring(0, path.lastIndexOf('/') + 1) + front);
        }
        return scheme + "://" + authority + whole + rest;
    }

    /** Whether a URI is not relative (RFC 3986 §3.1). */
    static boolean hasScheme(String reference) {
        for (int i = 0; i < reference.length(); i++) {
            char c = reference.charAt(i);
            boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z' && c < 128;
            boolean other = c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.';
            if (c == ':') {
                return i > 0;
            }
            if (!letter && (i == 0 || !other)) {
                return false;
            }
        }
        return false;
    }

    private static int endOfPath(String reference) {
        for (int i = 0; i < reference.length(); i++) {
            if (reference.charAt(i) == '?' || reference.charAt(i) == '#') {
                return i;
            }
        }
        return reference.length();
    }
}
