package dev.serval.webapp;

import java.util.Locale;
import java.util.Set;

/**
 * The path and version in the name of a file or directory of an appBase. Immutable.
 *
 * @param base the name without its extension: {@code foo#bar##2}
 * @param path where it answers: empty for {@code ROOT}, else {@code /foo/bar}
 * @param version what follows {@code ##}; empty if nothing does
 */
public record AppName(String base, String path, String version) {
    private static final Set<String> NEVER = Set.of("META-INF", "WEB-INF");
    private static final String NO_PATH = ";\\?#%*";

    /** The name in a base name; null if it cannot be a path. */
    public static AppName of(String base) {
        int mark = base.indexOf("##");
        String name = mark < 0 ? base : base.substring(0, mark);
        String version = mark < 0 ? "" : base.substring(mark + 2);
        String path = name.equals("ROOT") ? "" : "/" + name.replace('#', '/');
        boolean plain = path.chars().noneMatch(c -> c < ' ' || c == 127 || NO_PATH.indexOf(c) >= 0);
        boolean shaped =
                path.isEmpty()
                        || !path.endsWith("/") && !path.contains("//") && !path.contains("/.");
        boolean versioned = mark < 0 || !version.isEmpty() && version.indexOf('/') < 0;
        return plain && shaped && versioned ? new AppName(base, path, version) : null;
    }

    /**
     * The name of an application that is known by its path: {@code /foo/bar} is {@code foo#bar}.
     */
    public static AppName ofPath(String path) {
        String base = path.isEmpty() ? "ROOT" : path.substring(1).replace('/', '#');
        return new AppName(base, path, "");
    }

    /** Whether a file of that name is never an application. */
    public static boolean isHidden(String fileName) {
        return fileName.startsWith(".") || NEVER.contains(fileName.toUpperCase(Locale.ROOT));
    }

    /** For messages: {@code /} is the root, and the version follows. */
    public String shown() {
        return (path.isEmpty() ? "/" : path) + (version.isEmpty() ? "" : "##" + version);
    }
}
