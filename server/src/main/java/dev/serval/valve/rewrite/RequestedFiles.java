package dev.serval.valve.rewrite;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of the application that a request leads to, by the paths in conditions: from the root
 * of the application, of the host, or of the file system. Immutable.
 */
record RequestedFiles(ServletContext application) {
    boolean is(Condition.Comparison comparison, String name) {
        String path = path(name);
        if (!path.startsWith("/") || path.indexOf('\0') >= 0) {
            return false;
        }
        try {
            return switch (comparison) {
                case DIRECTORY -> isDirectory(path);
                case FILE -> isFile(path);
                case FILE_WITH_CONTENT -> isFile(path) && length(path) > 0;
                case LINK -> isLink(path);
                case PATTERN, LESS, EQUAL, GREATER -> false;
            };
        } catch (IOException | IllegalArgumentException e) {
            return false; // no path that a file can have
        }
    }

    /** From the root of the application. */
    private String path(String name) {
        String root = application.getRealPath("/");
        String path = name.replace('\\', '/');
        if (root != null) {
            String front = root.replace('\\', '/');
            front = front.endsWith("/") ? front.substring(0, front.length() - 1) : front;
            if (path.startsWith(front + "/")) {
                path = path.substring(front.length());
            }
        }
        String context = application.getContextPath();
        return !context.isEmpty() && (path + "/").startsWith(context + "/")
                ? path.substring(context.length())
                : path;
    }

    private boolean isDirectory(String path) {
        return application.getResourcePaths(path.endsWith("/") ? path : path + "/") != null;
    }

    private boolean isFile(String path) throws IOException {
        return !path.endsWith("/") && !isDirectory(path) && application.getResource(path) != null;
    }

    private long length(String path) throws IOException {
        URL url = application.getResource(path);
        try (var in = url.openStream()) {
            return in.read() < 0 ? 0 : 1;
        }
    }

    private boolean isLink(String path) {
        String real = application.getRealPath(path);
        return real != null && Files.isSymbolicLink(Path.of(real));
    }
}
