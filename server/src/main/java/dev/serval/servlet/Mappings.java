package dev.serval.servlet;

/** The servlet mappings of one context, as routing compiled them. Immutable. */
@FunctionalInterface
public interface Mappings {
    /**
     * The servlet for a path (Servlet 6.1 §12.2); null if none is mapped.
     *
     * @param path normalised, relative to the context, starting with a slash
     */
    ServletMatch match(String path);
}
