package dev.serval.servlet.registration;

import jakarta.servlet.DispatcherType;
import java.util.List;
import java.util.Set;

/**
 * A mapping of a filter (Servlet 6.1 §6.2.4). Immutable.
 *
 * @param types at least one
 * @param urlPatterns as in Servlet 6.1 §12.2
 * @param servletNames {@code *} stands for all
 */
public record RegisteredFilterMapping(
        RegisteredFilter filter,
        Set<DispatcherType> types,
        List<String> urlPatterns,
        List<String> servletNames) {

    boolean isForPath(String path) {
        return urlPatterns.stream().anyMatch(pattern -> UrlPattern.matches(pattern, path));
    }

    boolean isForServlet(String name) {
        return servletNames.contains("*") || servletNames.contains(name);
    }

    /** Whether its patterns match every path or none. */
    boolean isForAnyPath() {
        return urlPatterns.isEmpty() || urlPatterns.contains("/*");
    }
}
