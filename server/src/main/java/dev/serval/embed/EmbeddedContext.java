package dev.serval.embed;

import dev.serval.config.ContextConfig;
import dev.serval.config.ContextEntry;
import dev.serval.config.JarScanConfig;
import dev.serval.config.LoadingConfig;
import dev.serval.config.ResourcesConfig;
import dev.serval.config.ServletEntry;
import dev.serval.files.FileSettings;
import dev.serval.servlet.settings.ContextSettings;
import dev.serval.settings.Location;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContainerInitializer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** A web application that is being described. Not thread-safe. */
final class EmbeddedContext {
    private final String path;
    private final Map<Servlet, List<String>> servlets = new IdentityHashMap<>();
    private final List<Servlet> order = new ArrayList<>();
    private final Map<Filter, String> filters = new IdentityHashMap<>();
    final Map<String, ContextEntry<String>> parameters = new LinkedHashMap<>();
    final Map<String, ContextEntry<Object>> environment = new LinkedHashMap<>();
    final List<ServletContainerInitializer> initializers = new ArrayList<>();
    private List<Path> classes = List.of();
    private Path docBase;
    private UnaryOperator<FileSettings> files = UnaryOperator.identity();
    private ContextSettings settings = ContextSettings.DEFAULTS;
    private boolean filesOnly;

    EmbeddedContext(String path) {
        this.path = path;
    }

    /** The path; empty for the root. Throws IllegalArgumentException if it is malformed. */
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

    /** Serves files only. Throws IllegalArgumentException if it is not a directory. */
    void files(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute)) {
            throw new IllegalArgumentException(absolute + " is not a directory");
        }
        docBase(absolute);
        filesOnly = true;
    }

    /**
     * A directory or a WAR, and classes elsewhere. Throws IllegalArgumentException if it is
     * neither, or if classes are missing.
     */
    void application(Path given, List<Path> furtherClasses) {
        Path absolute = given.toAbsolutePath().normalize();
        boolean war =
                Files.isRegularFile(absolute)
                        && absolute.toString().toLowerCase(Locale.ROOT).endsWith(".war");
        if (!war && !Files.isDirectory(absolute)) {
            throw new IllegalArgumentException(
                    Files.exists(absolute)
                            ? absolute + " is neither a directory nor a WAR"
                            : "there is no " + absolute);
        }
        classes = furtherClasses.stream().map(EmbeddedContext::existing).toList();
        docBase(absolute);
    }

    private static Path existing(Path given) {
        Path absolute = given.toAbsolutePath().normalize();
        if (!Files.exists(absolute)) {
            throw new IllegalArgumentException("there is no " + absolute);
        }
        return absolute;
    }

    private void docBase(Path absolute) {
        if (docBase != null) {
            throw new IllegalArgumentException(
                    "the application at "
                            + (path.isEmpty() ? "/" : path)
                            + " has a directory or a WAR already");
        }
        docBase = absolute;
    }

    /** Adds a change of how files are served; an invalid change throws now. */
    void settings(UnaryOperator<FileSettings> change) {
        UnaryOperator<FileSettings> before = files;
        files = settings -> change.apply(before.apply(settings));
        Objects.requireNonNull(files.apply(FileSettings.DEFAULTS), "settings");
    }

    /** Adds a change of its settings. */
    void behaviour(UnaryOperator<ContextSettings> change) {
        settings = Objects.requireNonNull(change.apply(settings), "settings");
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

    /** In the order of these calls, after those of descriptors; one instance is one filter. */
    void filter(String pattern, Filter filter, EnumSet<DispatcherType> types) {
        String name =
                filters.computeIfAbsent(
                        filter, key -> filter.getClass().getName() + "-" + filters.size());
        initializers.add(
                (none, context) -> {
                    FilterRegistration registration = context.getFilterRegistration(name);
                    if (registration == null) {
                        FilterRegistration.Dynamic added = context.addFilter(name, own(filter));
                        if (added == null) {
                            throw new IllegalArgumentException(
                                    "a filter belongs to one application, and this "
                                            + filter.getClass().getName()
                                            + " is in another one already; make one for each");
                        }
                        added.setAsyncSupported(true);
                        registration = added;
                    }
                    registration.addMappingForUrlPatterns(types, true, pattern);
                });
    }

    /** A lambda that captures nothing is one object each time it is evaluated. */
    private static Filter own(Filter given) {
        return given.getClass().isHidden()
                ? (request, response, chain) -> given.doFilter(request, response, chain)
                : given;
    }

    ContextConfig config() {
        if (!environment.isEmpty() && (docBase == null || filesOnly)) {
            throw new IllegalArgumentException(
                    "names are for an application of webapp(...), and the one at "
                            + (path.isEmpty() ? "/" : path)
                            + " is none");
        }
        List<ServletEntry> entries = new ArrayList<>();
        for (Servlet servlet : order) {
            String name = servlet.getClass().getName() + "-" + entries.size();
            entries.add(new ServletEntry(name, servlet, 0, servlets.get(servlet)));
        }
        return new ContextConfig(
                Location.NONE,
                path,
                docBase == null ? null : docBase.toString(),
                null,
                null,
                parameters,
                environment,
                ResourcesConfig.DEFAULTS,
                files,
                entries,
                initializers,
                filesOnly,
                classes,
                false,
                ContextConfig.UNLOAD_DELAY,
                settings,
                null,
                null,
                null,
                LoadingConfig.DEFAULT,
                List.of(),
                JarScanConfig.DEFAULT,
                List.of(),
                null);
    }
}
