package dev.serval.websocket.path;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The path of an endpoint: each of its segments is fixed, or a variable in braces for any segment
 * that is not empty (WebSocket 2.2 §3.1.1). Immutable.
 */
public final class PathTemplate implements Comparable<PathTemplate> {
    private final String text;
    private final String[] segments;
    // The name of the variable at that place; null for a fixed segment.
    private final String[] names;

    private PathTemplate(String text, String[] segments, String[] names) {
        this.text = text;
        this.segments = segments;
        this.names = names;
    }

    /**
     * Throws IllegalArgumentException with the error.
     *
     * @param path as an endpoint declares it
     */
    public static PathTemplate of(String path) {
        if (path == null || !path.startsWith("/")) {
            throw new IllegalArgumentException("the path \"" + path + "\" does not begin with /");
        }
        String[] segments = split(path);
        String[] names = new String[segments.length];
        Set<String> known = new HashSet<>();
        for (int i = 0; i < segments.length; i++) {
            String segment = segments[i];
            boolean last = i == segments.length - 1;
            if (segment.isEmpty() && !last || segment.equals(".") || segment.equals("..")) {
                throw malformed(path, "has a segment that no normalised path has");
            }
            if (segment.startsWith("{") && segment.endsWith("}") && segment.length() > 2) {
                names[i] = segment.substring(1, segment.length() - 1);
                if (!known.add(names[i])) {
                    throw malformed(path, "has the variable " + names[i] + " twice");
                }
            }
            String inner = names[i] == null ? segment : names[i];
            if (inner.indexOf('{') >= 0 || inner.indexOf('}') >= 0) {
                throw malformed(path, "has a brace within a segment: a variable is a whole one");
            }
        }
        return new PathTemplate(path, segments, names);
    }

    private static IllegalArgumentException malformed(String path, String why) {
        return new IllegalArgumentException("the path \"" + path + "\" " + why);
    }

    static String[] split(String path) {
        return path.substring(1).split("/", -1);
    }

    /** The names of its variables, from left to right. */
    public List<String> variables() {
        List<String> variables = new ArrayList<>();
        for (String name : names) {
            if (name != null) {
                variables.add(name);
            }
        }
        return variables;
    }

    /** Equal for two templates that match the same paths. */
    String shape() {
        StringBuilder shape = new StringBuilder();
        for (int i = 0; i < segments.length; i++) {
            shape.append('/').append(names[i] == null ? segments[i] : "{}");
        }
        return shape.toString();
    }

    int length() {
        return segments.length;
    }

    /**
     * The values of its variables by their names, from left to right; null if the path does not
     * match.
     */
    Map<String, String> match(String[] path) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < segments.length; i++) {
            if (names[i] != null) {
                if (path[i].isEmpty()) {
                    return null;
                }
                values.put(names[i], path[i]);
            } else if (!segments[i].equals(path[i])) {
                return null;
            }
        }
        return values;
    }

    /** Fixed segments come before variables, from left to right. */
    @Override
    public int compareTo(PathTemplate other) {
        for (int i = 0; i < Math.min(segments.length, other.segments.length); i++) {
            boolean variable = names[i] != null;
            if (variable != (other.names[i] != null)) {
                return variable ? 1 : -1;
            }
            int order = variable ? 0 : segments[i].compareTo(other.segments[i]);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(segments.length, other.segments.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PathTemplate template && template.shape().equals(shape());
    }

    @Override
    public int hashCode() {
        return shape().hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
