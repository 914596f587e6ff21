package dev.serval.http;

/**
 * Takes the segments {@code .} and {@code ..} out of paths (RFC 3986 §5.2.4). Stateless. Paths
 * begin with a slash; nothing is decoded, and empty segments stay.
 */
public final class DotSegments {
    private DotSegments() {}

    /** The path without them; null if it leads above the root. */
    public static String removed(String path) {
        return removed(path, false);
    }

    /** The same as clients do it: what leads above the root stays at the root. */
    public static String clamped(String path) {
        return removed(path, true);
    }

    private static String removed(String path, boolean clamps) {
        if (!path.contains("/.")) {
            return path;
        }
        StringBuilder out = new StringBuilder(path.length());
        int at = 0;
        while (at < path.length()) {
            int slash = path.indexOf('/', at + 1);
            int end = slash < 0 ? path.length() : slash;
            String segment = path.substring(at + 1, end);
            String directory = slash < 0 ? "/" : "";
            if (segment.equals("..")) {
                int parent = out.lastIndexOf("/");
                if (parent < 0 && !clamps) {
                    return null;
                }
                out.setLength(Math.max(parent, 0));
                out.append(directory);
            } else if (segment.equals(".")) {
                out.append(directory);
            } else {
                out.append('/').append(segment);
            }
            at = end;
        }
        return out.toString();
    }
}
