package dev.serval.webapp;

import dev.serval.config.Location;
import java.util.List;
import java.util.Set;

/**
 * Paths and methods that are not for everybody. Immutable.
 *
 * @param patterns of paths
 * @param methods those that are constrained; empty means all
 * @param omitted those that are not; at most one of the two sets has elements
 * @param reason what is demanded, for people; null when nothing is
 * @param at where it stands
 */
public record Constraint(
        List<String> patterns,
        Set<String> methods,
        Set<String> omitted,
        String reason,
        Location at) {
    public Constraint {
        patterns = List.copyOf(patterns);
        methods = Set.copyOf(methods);
        omitted = Set.copyOf(omitted);
    }
}
