package dev.serval.config;

/** Directories of an appBase and the paths of their applications. Pure. */
public final class ContextNames {
    private ContextNames() {}

    /** {@code ROOT} is the root, {@code foo#bar} is {@code /foo/bar}. */
    public static String path(String directory) {
        return directory.equals("ROOT") ? "" : "/" + directory.replace('#', '/');
    }

    /** Whether an application can have that path: empty, or segments that need no encoding. */
    public static boolean isPath(String path) {
        if (path.isEmpty()) {
            return true;
        }
        boolean shaped = path.startsWith("/") && !path.endsWith("/") && !path.contains("//");
        boolean dotted = path.contains("/.");
        return shaped
                && !dotted
                && path.chars().noneMatch(c -> c < ' ' || c == 127 || ";\\?#%*".indexOf(c) >= 0);
    }

    /** The reverse. */
    public static String directory(String path) {
        return path.isEmpty() ? "ROOT" : path.substring(1).replace('/', '#');
    }
}
