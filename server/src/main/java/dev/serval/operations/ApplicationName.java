package dev.serval.operations;

import java.util.Locale;

/**
 * The path and the version by which an application is known on its host, whether or not it exists.
 * Immutable.
 *
 * @param path empty for the root
 * @param version empty if there is only one
 */
public record ApplicationName(String path, String version) {
    private static final String ROOT = "ROOT";
    private static final String MARK = "##";

    /**
     * The name as clients give it: {@code /} and {@code /ROOT} are the root.
     *
     * @param version null means empty
     */
    public static ApplicationName of(String path, String version) {
        boolean root = path.equals("/") || path.equals("/" + ROOT);
        return new ApplicationName(root ? "" : path, version == null ? "" : version);
    }

    /**
     * The name for a file or directory: {@code shop#admin##7.war} is {@code /shop/admin}, version
     * 7.
     */
    public static ApplicationName ofFile(String file) {
        String name = file.replace('\\', '/').replaceAll("/+$", "");
        name = name.substring(name.lastIndexOf('/') + 1);
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".war") || lower.endsWith(".xml")) {
            name = name.substring(0, name.length() - 4);
        }
        if (name.isEmpty() || name.startsWith(MARK)) {
            name = ROOT + name;
        }
        int mark = name.indexOf(MARK);
        String version = mark < 0 ? "" : name.substring(mark + MARK.length());
        String base = mark < 0 ? name : name.substring(0, mark);
        return new ApplicationName(base.equals(ROOT) ? "" : "/" + base.replace('#', '/'), version);
    }

    /** The name of its file or directory, without an extension: {@code shop#admin##7}. */
    public String base() {
        String base = path.isEmpty() ? ROOT : path.substring(1).replace('/', '#');
        return version.isEmpty() ? base : base + MARK + version;
    }

    /** For display: {@code /} is the root, the version follows. */
    public String display() {
        String shown = path.isEmpty() ? "/" : path;
        return version.isEmpty() ? shown : shown + MARK + version;
    }
}
