package dev.serval.security;

import java.util.List;
import java.util.Set;

/**
 * Paths and methods with restricted access (Servlet 6.1 §13.8). Immutable.
 *
 * @param collections what it covers
 * @param roles that have access: null for everybody, empty for no user; {@code *} means all roles
 *     of the application, {@code **} everybody who has logged in
 * @param confidential whether it needs TLS: INTEGRAL and CONFIDENTIAL are the same here
 */
public record SecurityConstraint(
        List<Collection> collections, Set<String> roles, boolean confidential) {
    public SecurityConstraint {
        collections = List.copyOf(collections);
        roles = roles == null ? null : Set.copyOf(roles);
    }

    /** Of one collection. */
    public SecurityConstraint(Collection collection, Set<String> roles, boolean confidential) {
        this(List.of(collection), roles, confidential);
    }

    /**
     * A web-resource-collection. Immutable.
     *
     * @param patterns as in Servlet 6.1 §12.2
     * @param methods with the constraint; empty for all but the omitted ones
     * @param omitted without the constraint; at most one of the two has elements
     */
    public record Collection(List<String> patterns, Set<String> methods, Set<String> omitted) {
        public Collection {
            patterns = List.copyOf(patterns);
            methods = Set.copyOf(methods);
            omitted = Set.copyOf(omitted);
        }

        /** Of all methods. */
        public static Collection of(String... patterns) {
            return new Collection(List.of(patterns), Set.of(), Set.of());
        }

        boolean covers(String method) {
            return methods.isEmpty() ? !omitted.contains(method) : methods.contains(method);
        }
    }
}
