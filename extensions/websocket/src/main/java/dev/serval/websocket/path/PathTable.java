package dev.serval.websocket.path;

import java.util.Map;
import java.util.TreeMap;

/**
 * Maps the paths of an application. Thread-safe; a look-up takes no lock.
 *
 * @param <T> the target of a path
 */
public final class PathTable<T> {
    // By the number of segments; replaced as a whole. The first that matches is the best.
    private volatile Map<Integer, TreeMap<PathTemplate, T>> byLength = Map.of();

    /**
     * The target of a path.
     *
     * @param values of the variables, by their names
     */
    public record Match<T>(T target, Map<String, String> values) {}

    /** The target of that path, whatever the names of its variables; null if there is none. */
    public T get(PathTemplate template) {
        TreeMap<PathTemplate, T> known = byLength.get(template.length());
        return known == null ? null : known.get(template);
    }

    /** Adds a target, or replaces it. */
    public synchronized void put(PathTemplate template, T target) {
        Map<Integer, TreeMap<PathTemplate, T>> all = new TreeMap<>(byLength);
        TreeMap<PathTemplate, T> more =
                new TreeMap<>(all.getOrDefault(template.length(), new TreeMap<>()));
        more.remove(template);
        more.put(template, target);
        all.put(template.length(), more);
        byLength = all;
    }

    /** Removes all. */
    public synchronized void clear() {
        byLength = Map.of();
    }

    public boolean isEmpty() {
        return byLength.isEmpty();
    }

    /**
     * Null if there is no target. Fixed segments come before variables, from left to right
     * (WebSocket 2.2 §3.1.1).
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
