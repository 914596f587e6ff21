package dev.serval.config;

/** Directories of an appBase and the paths at which they answer. Pure. */
public final class ContextNames {
    private ContextNames() {}

    /** {@code ROOT} is the root, {@code foo#bar} is {@code /foo/bar}. */
    public static String path(String directory) {
        return directory.equals("ROOT") ? "" : "/" + directory.replace('#', '/');
    }

    /** The other way round. */
    public static String directory(String path) {
        return path.isEmpty() ? "ROOT" : path.substring(1).replace('/', '#');
    }
}
