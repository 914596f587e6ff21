package dev.serval.files;

/** Decides by its spelling alone whether a path may be looked up. Stateless. */
public final class SafePath {
    /** Where uploads lie until they are whole; as private as WEB-INF. */
    static final String UPLOADS = ".serval-uploads";

    private SafePath() {}

    /** True for a path into WEB-INF or META-INF, which no client may see (Servlet 6.1 §10.5). */
    public static boolean isHidden(String path) {
        int end = path.indexOf('/', 1);
        return isPrivate(path.substring(1, end < 0 ? path.length() : end));
    }

    /**
     * Whether a path is that one, with or without a slash at the end, or lies below it.
     *
     * @param root without slash at the end, but for the root of all
     */
    public static boolean isAtOrBelow(String path, String root) {
        return path.startsWith(root)
                && (path.length() == root.length()
                        || root.endsWith("/")
                        || path.charAt(root.length()) == '/');
    }

    /**
     * True when the path is absolute and has no empty, dot or private segment, no control character
     * and no backslash. One trailing slash is allowed.
     *
     * @param privateToo whether private segments are allowed
     */
    static boolean accepts(String path, boolean privateToo) {
        if (path == null || path.isEmpty() || path.charAt(0) != '/') {
            return false;
        }
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c < ' ' || c == 127 || c == '\\') {
                return false;
            }
        }
        int start = 1;
        while (start < path.length()) {
            int end = path.indexOf('/', start);
            if (end < 0) {
                end = path.length();
            }
            String segment = path.substring(start, end);
            if (segment.isEmpty() || isDots(segment) || !privateToo && isPrivate(segment)) {
                return false;
            }
            start = end + 1;
        }
        return true;
    }

    /** True for WEB-INF, META-INF and {@link #UPLOADS} as any file system might read them. */
    static boolean isPrivate(String segment) {
        int end = segment.indexOf(':');
        if (end < 0) {
            end = segment.length();
        }
        while (end > 0 && isForgiven(segment.charAt(end - 1))) {
            end--;
        }
        int start = 0;
        while (start < end && segment.charAt(start) == ' ') {
            start++;
        }
        String name = segment.substring(start, end);
        return name.equalsIgnoreCase("WEB-INF")
                || name.equalsIgnoreCase("META-INF")
                || name.equalsIgnoreCase(UPLOADS);
    }

    /** Source of server pages: never sent, whoever else fails to answer for it. */
    public static boolean isPageSource(String path) {
        int end = path.length();
        while (end > 0 && isForgiven(path.charAt(end - 1))) {
            end--;
        }
        for (String extension : new String[] {".jsp", ".jspx", ".jspf"}) {
            int from = end - extension.length();
            if (from >= 0 && path.regionMatches(true, from, extension, 0, extension.length())) {
                return true;
            }
        }
        return false;
    }

    /** Dots and spaces, which some file systems cut off the end of a name. */
    private static boolean isForgiven(char c) {
        return c == '.' || c == ' ';
    }

    /** ".", ".." and longer rows of dots and spaces, which some file systems take for them. */
    private static boolean isDots(String segment) {
        for (int i = 0; i < segment.length(); i++) {
            if (!isForgiven(segment.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
