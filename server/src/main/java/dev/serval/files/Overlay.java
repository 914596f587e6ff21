package dev.serval.files;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A further place of an application's files: PreResources, JarResources or PostResources of a
 * Context. Immutable. Nothing is ever written there.
 *
 * @param order whether it comes before the application's own files or behind them
 * @param kind what {@code base} is
 * @param base the directory or the file; null for {@link OverlaySource#EMPTY}
 * @param internalPath the directory within {@code base} to take, with a leading slash; default /
 * @param webAppMount the path in the application where its files appear; default /
 * @param allowLinking whether links in the directory are followed, also out of it; default false
 */
public record Overlay(
        Order order,
        OverlaySource kind,
        Path base,
        String internalPath,
        String webAppMount,
        boolean allowLinking) {

    /** In the order in which they are searched; the application's directory stands after PRE. */
    public enum Order {
        PRE,
        JAR,
        POST
    }

    /** What the base can be. */
    public enum OverlaySource {
        DIRECTORY,
        FILE,
        ARCHIVE,
        EMPTY
    }

    /** Paths without slash at their end, but for the root. */
    public Overlay {
        internalPath = trimmed(internalPath);
        webAppMount = trimmed(webAppMount);
    }

    /** Why it cannot be used, for messages; null if it can. Accesses the disk. */
    public String mistake() {
        boolean there =
                switch (kind) {
                    case DIRECTORY -> Files.isDirectory(directory());
                    case FILE, ARCHIVE -> Files.isRegularFile(base);
                    case EMPTY -> true;
                };
        return there
                ? null
                : "there is no "
                        + (kind == OverlaySource.DIRECTORY
                                ? "directory at " + directory()
                                : "file at " + base)
                        + ", which Resources of its Context names as the base for "
                        + webAppMount;
    }

    /** The directory at the internal path. */
    public Path directory() {
        return base.resolve(internalPath.substring(1));
    }

    private static String trimmed(String path) {
        int end = path.length();
        while (end > 1 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }
}
