package dev.serval.embed;

import dev.serval.config.HostConfig;
import dev.serval.settings.Location;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A host that is being described. Not thread-safe. */
final class EmbeddedHost {
    private final String name;
    private final Map<String, EmbeddedContext> contexts = new LinkedHashMap<>();
    final List<String> aliases = new ArrayList<>();

    EmbeddedHost(String name) {
        this.name = Objects.requireNonNull(name, "host");
    }

    /** The application at a path, a new one the first time. */
    EmbeddedContext context(String contextPath) {
        return contexts.computeIfAbsent(EmbeddedContext.path(contextPath), EmbeddedContext::new);
    }

    HostConfig config() {
        return new HostConfig(
                Location.NONE,
                name,
                aliases,
                null,
                false,
                false,
                null,
                false,
                null,
                contexts.values().stream().map(EmbeddedContext::config).toList(),
                List.of());
    }
}
