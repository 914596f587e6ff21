package dev.serval.websocket.path;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the paths of an application lead to. Thread-safe; a look-up takes no lock.
 *
 * @param <T> what stands behind a path
 */
public final class PathTable<T> {
    // By the number of segments; replaced as a whole. The first that matches is the best.
    private volatile Map<Integer, TreeMap<PathTemplate, T>> byLength = Map.of();

    /**
     * What a path leads to.
     *
     * @param values of the variables, by their names
     */
    public record Match<T>(T target, Map<String, String> values) {}

    /** What stands behind that very path, whatever its variables are called; null for nothing. */
    public T get(PathTemplate template) {
        TreeMap<PathTemplate, T> known = byLength.get(template.length());
        return known == null ? null : known.get(template);
    }

    /** Adds one, or puts it in the place of another. */
    public synchronized void put(PathTemplate template, T target) {
        Map<Integer, TreeMap<PathTemplate, T>> all = new TreeMap<>(byLength);
        TreeMap<PathTemplate, T> more =
                new TreeMap<>(all.getOrDefault(template.length(), new TreeMap<>()));
        more.remove(template);
        more.put(template, target);
        all.put(template.length(), more);
        byLength = all;
    }

    public boolean isEmpty() {
        return byLength.isEmpty();
    }

    /**
     * Null if it leads nowhere. Fixed segments win over variables, from left to right (WebSocket
     * 2.2 §3.1.1).
     *
     * @param path decoded and normalised, below the path of the application
     */
    public Match<T> find(String path) {
        if (isEmpty() || !path.startsWith("/")) {
            return null;
        }
        String[] segments = PathTemplate.split(path);
        TreeMap<PathTemplate, T> candidates = byLength.get(segments.length);
        if (candidates != null) {
            for (Map.Entry<PathTemplate, T> each : candidates.entrySet()) {
                Map<String, String> values = each.getKey().match(segments);
                if (values != null) {
                    return new Match<>(each.getValue(), values);
                }
            }
        }
        return null;
    }
}
