package dev.serval.routing;

import dev.serval.servlet.AppContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The contexts of one host; the longest path that is a prefix by segments wins. Immutable. */
public final class ContextTable {
    private final MappedContext[] contexts;

    private ContextTable(MappedContext[] contexts) {
        this.contexts = contexts;
    }

    /**
     * Compiles the current mappings of all contexts, which may be started before or afterwards.
     * Throws IllegalArgumentException if two have the same path and version, or if a mapping is
     * malformed or ambiguous.
     */
    public static ContextTable of(List<AppContext> contexts) {
        List<AppContext> oldestFirst = new ArrayList<>(contexts);
        oldestFirst.sort(Comparator.comparing(AppContext::version));
        Map<String, MappedContext> newest = new LinkedHashMap<>();
        for (AppContext context : oldestFirst) {
            MappedContext older = newest.get(context.path());
            if (older != null && older.context().version().equals(context.version())) {
                throw new IllegalArgumentException(
                        "two contexts have the path '"
                                + context.servletContext().getContextPath()
                                + "'");
            }
            newest.put(context.path(), MappedContext.of(context, older));
        }
        List<MappedContext> mapped = new ArrayList<>(newest.values());
        mapped.sort(Comparator.comparingInt(MappedContext::pathLength).reversed());
        return new ContextTable(mapped.toArray(MappedContext[]::new));
    }

    /** The context for a normalised path; null if there is none. */
    MappedContext find(String path) {
        for (MappedContext candidate : contexts) {
            if (candidate.contains(path)) {
                return candidate;
            }
        }
        return null;
    }

    /** Like {@link #find(String)}, for a plain path in bytes. */
    MappedContext find(byte[] bytes, int start, int end) {
        for (MappedContext candidate : contexts) {
            if (candidate.contains(bytes, start, end)) {
                return candidate;
            }
        }
        return null;
    }
}
