package dev.serval.servlet.registration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The servlet mappings of one context: exact, longest path prefix, extension, default (Servlet 6.1
 * §12.2). Immutable.
 */
public final class MappingTable {
    private final Map<String, Route> exact = new HashMap<>();
    // In the order of their literals.
    private final Route[] prefixes;
    private final Map<String, Route> extensions = new HashMap<>();
    private final Route fallback;

    private MappingTable(Map<String, Route> byPattern) {
        List<Route> found = new ArrayList<>();
        Route last = null;
        for (Route route : byPattern.values()) {
            switch (route.kind()) {
                case EXACT, CONTEXT_ROOT -> exact.put(route.literal(), route);
                case PATH -> found.add(route);
                case EXTENSION -> extensions.put(route.literal(), route);
                case DEFAULT -> last = route;
            }
        }
        found.sort(Comparator.comparing(Route::literal));
        prefixes = found.toArray(Route[]::new);
        fallback = last;
    }

    /**
     * Compiles the mappings of a context's servlets. Throws IllegalArgumentException for a
     * malformed pattern, and for one that two servlets claim (Servlet 6.1 §12.2).
     */
    public static MappingTable of(Collection<RegisteredServlet> servlets) {
        Map<String, Route> byPattern = new HashMap<>();
        for (RegisteredServlet servlet : servlets) {
            for (String pattern : servlet.getMappings()) {
                Route other = byPattern.put(pattern, Route.of(servlet, pattern));
                if (other != null) {
                    throw new IllegalArgumentException(
                            "Servlet 6.1 §12.2: pattern '"
                                    + pattern
                                    + "' is mapped to servlet "
                                    + other.servlet().getName()
                                    + " and to servlet "
                                    + servlet.getName());
                }
            }
        }
        return new MappingTable(byPattern);
    }

    /**
     * The servlet for a path; null if none is mapped.
     *
     * @param path normalised, relative to the context, starting with a slash
     */
    public ServletMatch match(String path) {
        Route route = find(path);
        return route == null ? null : route.match(path);
    }

    private Route find(String path) {
        Route route = exact.get(path);
        if (route != null) {
            return route;
        }
        route = longestPrefix(path);
        if (route != null) {
            return route;
        }
        if (!extensions.isEmpty()) {
            int dot = path.lastIndexOf('.');
            if (dot > path.lastIndexOf('/')) {
                route = extensions.get(path.substring(dot + 1));
                if (route != null) {
                    return route;
                }
            }
        }
        return fallback;
    }

    /** Steps down the path, a directory at a time. */
    private Route longestPrefix(String path) {
        if (prefixes.length == 0) {
            return null;
        }
        for (int end = path.length(); end >= 0; end = path.lastIndexOf('/', end - 1)) {
            Route route = prefix(path, end);
            if (route != null) {
                return route;
            }
        }
        return null;
    }

    /** The route whose literal equals the path up to that end; allocates no string. */
    private Route prefix(String path, int end) {
        int low = 0;
        int high = prefixes.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = compare(prefixes[middle].literal(), path, end);
            if (order == 0) {
                return prefixes[middle];
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    private static int compare(String literal, String path, int end) {
        int shared = Math.min(literal.length(), end);
        for (int i = 0; i < shared; i++) {
            int order = literal.charAt(i) - path.charAt(i);
            if (order != 0) {
                return order;
            }
        }
        return literal.length() - end;
    }
}
