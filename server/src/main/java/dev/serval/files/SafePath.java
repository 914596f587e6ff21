package dev.serval.files;

/** Decides by its spelling alone whether a path may be looked up. Stateless. */
public final class SafePath {
    /** Where uploads lie until they are whole; as private as WEB-INF. */
    static final String UPLOADS = ".serval-uploads";

    private SafePath() {}

    /** True for a path into WEB-INF or META-INF, which no client may see (Servlet 6.1 §10.5). */
    public static boolean isHidden(String path) {
        int end = path.indexOf('/', 1);
        return isPrivate(path, 1, end < 0 ? path.length() : end);
    }

    /**
     * Whether a path is the root, with or without a slash at the end, or lies below it.
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
     * True if the path is absolute and has no empty, dot or private segment, no control character
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
            if (isDots(path, start, end) || !privateToo && isPrivate(path, start, end)) {
                return false;
            }
            start = end + 1;
        }
        return true;
    }

    /**
     * True for WEB-INF, META-INF and {@link #UPLOADS} in any spelling that a file system might
     * accept.
     */
    static boolean isPrivate(String segment) {
        return isPrivate(segment, 0, segment.length());
    }

    private static boolean isPrivate(String path, int from, int to) {
        int start = from;
        int end = from;
        while (end < to && path.charAt(end) != ':') {
            end++;
        }
        while (end > start && isForgiven(path.charAt(end - 1))) {
            end--;
        }
        while (start < end && path.charAt(start) == ' ') {
            start++;
        }
        return isName(path, start, end, "WEB-INF")
                || isName(path, start, end, "META-INF")
                || isName(path, start, end, UPLOADS);
    }

    private static boolean isName(String path, int start, int end, String name) {
        return end - start == name.length()
                && path.regionMatches(true, start, name, 0, name.length());
    }

    /** Source of server pages: never sent, even if nothing else answers for it. */
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

    /**
     * Nothing, ".", ".." and longer rows of dots and spaces, which some file systems take for them.
     */
    private static boolean isDots(String path, int start, int end) {
        for (int i = start; i < end; i++) {
            if (!isForgiven(path.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
