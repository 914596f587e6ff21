package dev.serval.webapp;

import dev.serval.settings.Location;
import java.util.List;

/**
 * Where a servlet answers. Immutable.
 *
 * @param servlet its name
 * @param patterns as in Servlet 6.1 §12.2
 * @param at where the mapping stands
 */
public record ServletMapping(String servlet, List<String> patterns, Location at) {
    public ServletMapping {
        patterns = List.copyOf(patterns);
    }
}
