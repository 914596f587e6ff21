package dev.serval.servlet.registration;

/** The patterns of Servlet 6.1 §12.2, as filters and constraints use them. Stateless. */
public final class UrlPattern {
    private UrlPattern() {}

    /**
     * Whether a pattern matches the path. A single slash matches the root only, as in Tomcat; as
     * the default pattern of servlets it would make a filter match everything.
     *
     * @param path normalised, relative to the context, starting with a slash
     */
    static boolean matches(String pattern, String path) {
        if (pattern.equals("/*") || pattern.equals(path)) {
            return true;
        }
        if (pattern.isEmpty()) {
            return path.equals("/");
        }
        if (pattern.endsWith("/*")) {
            int length = pattern.length() - 2;
            return path.startsWith(pattern.substring(0, length))
                    && (path.length() == length || path.charAt(length) == '/');
        }
        if (pattern.startsWith("*.")) {
            int dot = path.lastIndexOf('.');
            // The extension is what follows the last dot.
            return dot > path.lastIndexOf('/')
                    && path.length() - dot == pattern.length() - 1
                    && path.endsWith(pattern.substring(1));
        }
        return false;
    }

    /** Throws IllegalArgumentException for an invalid pattern of a servlet. */
    static void requireServlet(String pattern, String servlet) {
        boolean extension =
                pattern.startsWith("*.") && pattern.length() > 2 && pattern.indexOf('/') < 0;
        boolean path = pattern.startsWith("/") && pattern.chars().noneMatch(UrlPattern::isControl);
        if (!pattern.isEmpty() && !extension && !path) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §12.2: malformed pattern '" + pattern + "' of servlet " + servlet);
        }
    }

    private static boolean isControl(int c) {
        return c < ' ' || c == 127;
    }

    /**
     * Throws IllegalArgumentException for an invalid pattern.
     *
     * @param whose for the message
     */
    public static void check(String pattern, String whose) {
        boolean shaped =
                pattern.isEmpty()
                        || pattern.startsWith("/")
                        || pattern.startsWith("*.") && pattern.indexOf('/') < 0;
        if (!shaped || pattern.chars().anyMatch(UrlPattern::isControl)) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §12.2: malformed pattern '" + pattern + "' of " + whose);
        }
    }
}
