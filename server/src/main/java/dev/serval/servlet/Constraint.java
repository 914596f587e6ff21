package dev.serval.servlet;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What is refused by 403 because who may have it cannot be checked (Servlet 6.1 §13.8). Immutable.
 *
 * @param patterns as in Servlet 6.1 §12.2
 * @param methods empty for all; GET stands for HEAD too
 * @param reason for the log
 */
record Constraint(List<String> patterns, Set<String> methods, String reason) {
    Constraint {
        patterns = List.copyOf(patterns);
        patterns.forEach(pattern -> UrlPattern.check(pattern, "a security constraint"));
        methods = Set.copyOf(methods);
        Objects.requireNonNull(reason, "reason");
    }

    /** Whether a normalised path is one of these, whatever the method. */
    boolean covers(String path) {
        return patterns.stream()
                .anyMatch(pattern -> pattern.equals("/") || UrlPattern.matches(pattern, path));
    }

    /** Whether a request with this method is refused where the path is covered. */
    boolean refuses(String method) {
        return methods.isEmpty()
                || methods.contains(method)
                || method.equals("HEAD") && methods.contains("GET");
    }
}
