package dev.serval.embed;

import dev.serval.config.ContextConfig;
import dev.serval.config.Location;
import dev.serval.config.ResourcesConfig;
import dev.serval.config.ServletEntry;
import jakarta.servlet.Servlet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A web application that is being described. Not thread-safe. */
final class EmbeddedContext {
    private final String path;
    private final Map<Servlet, List<String>> servlets = new IdentityHashMap<>();
    private final List<Servlet> order = new ArrayList<>();
    final Map<String, String> parameters = new LinkedHashMap<>();
    final List<Path> classes = new ArrayList<>();
    Path directory;

    EmbeddedContext(String path) {
        this.path = path;
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
