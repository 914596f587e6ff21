package dev.serval.container;

import java.util.List;

/**
 * One servlet of a context. Immutable.
 *
 * @param name unique in its context
 * @param servletClass the name of its class
 * @param patterns its URL patterns
 */
public record Wrapper(String name, String servletClass, List<String> patterns) {
    public Wrapper {
        patterns = List.copyOf(patterns);
    }
}
