package dev.serval.embed;

import dev.serval.config.ContextConfig;
import dev.serval.config.Location;
import dev.serval.config.ResourcesConfig;
import dev.serval.config.ServletEntry;
import jakarta.servlet.Servlet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A web application that is being described. Not thread-safe. */
final class EmbeddedContext {
    private final String path;
    private final Map<Servlet, List<String>> servlets = new IdentityHashMap<>();
    private final List<Servlet> order = new ArrayList<>();
    final Map<String, String> parameters = new LinkedHashMap<>();
    final List<Path> classes = new ArrayList<>();
    private Path directory;

    EmbeddedContext(String path) {
        this.path = path;
    }

    /** Empty for the root. Throws IllegalArgumentException when it is malformed. */
    static String path(String contextPath) {
        String path = contextPath.equals("/") ? "" : contextPath;
        if (!path.isEmpty() && (!path.startsWith("/") || path.endsWith("/"))) {
            throw new IllegalArgumentException(
                    "the context path "
                            + contextPath
                            + " must be empty, or begin with a slash and not end with one");
        }
        return path;
    }

    /** Throws IllegalArgumentException when it is neither a directory nor a WAR. */
    static Path application(Path given) {
        Path absolute = given.toAbsolutePath().normalize();
        boolean war =
                Files.isRegularFile(absolute)
                        && absolute.toString().toLowerCase(Locale.ROOT).endsWith(".war");
        if (!war && !Files.isDirectory(absolute)) {
            throw new IllegalArgumentException(absolute + " is neither a directory nor a WAR");
        }
        return absolute;
    }

    /** Throws IllegalArgumentException when it has one already. */
    void directory(Path absolute) {
        if (directory != null) {
            throw new IllegalArgumentException(
                    "the application at "
                            + (path.isEmpty() ? "/" : path)
                            + " has a directory already");
        }
        directory = absolute;
    }

    /** The same instance at several patterns is one servlet. */
    void servlet(String pattern, Servlet servlet) {
        servlets.computeIfAbsent(
                        servlet,
                        key -> {
                            order.add(servlet);
                            return new ArrayList<>();
                        })
                .add(pattern);
    }

    ContextConfig config() {
        List<ServletEntry> entries = new ArrayList<>();
        for (Servlet servlet : order) {
            String name = servlet.getClass().getName() + "-" + entries.size();
            entries.add(new ServletEntry(name, servlet, 0, servlets.get(servlet)));
        }
        return new ContextConfig(
                Location.NONE,
                path,
                directory == null ? null : directory.toString(),
                null,
                null,
                parameters,
                ResourcesConfig.DEFAULTS,
                entries,
                classes,
                false,
                ContextConfig.UNLOAD_DELAY);
    }
}
