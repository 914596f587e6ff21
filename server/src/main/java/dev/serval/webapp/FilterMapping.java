package dev.serval.webapp;

import dev.serval.settings.Location;
import jakarta.servlet.DispatcherType;
import java.util.List;
import java.util.Set;

/**
 * A mapping of a filter. Immutable.
 *
 * @param filter its name
 * @param patterns of paths
 * @param servlets names of servlets
 * @param dispatchers never empty; REQUEST if none is declared
 * @param at where the mapping stands
 */
public record FilterMapping(
        String filter,
        List<String> patterns,
        List<String> servlets,
        Set<DispatcherType> dispatchers,
        Location at) {
    public FilterMapping {
        patterns = List.copyOf(patterns);
        servlets = List.copyOf(servlets);
        dispatchers =
                dispatchers.isEmpty() ? Set.of(DispatcherType.REQUEST) : Set.copyOf(dispatchers);
    }
}
