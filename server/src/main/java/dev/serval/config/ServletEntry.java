package dev.serval.config;

import jakarta.servlet.Servlet;
import java.util.List;

/**
 * A servlet that was given in Java. Immutable.
 *
 * @param name unique in its application
 * @param servlet the instance
 * @param loadOnStartup 0 or more: initialised when the application starts; negative: when called
 * @param patterns its URL patterns (Servlet 6.1 §12.2)
 */
public record ServletEntry(String name, Servlet servlet, int loadOnStartup, List<String> patterns) {
    public ServletEntry {
        patterns = List.copyOf(patterns);
    }
}
