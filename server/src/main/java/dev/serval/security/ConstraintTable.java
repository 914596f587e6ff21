package dev.serval.security;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The constraints of one application, compiled when it starts (Servlet 6.1 §13.8). Immutable,
 * thread-safe. Only the best match counts: the exact pattern, the longest prefix, the extension,
 * then the single slash.
 */
public final class ConstraintTable {
    private final Map<String, PatternRule> exact = new HashMap<>();
    private final List<PatternRule> prefixes = new ArrayList<>();
    private final Map<String, PatternRule> extensions = new HashMap<>();
    private final Set<String> patterns;
    private final Set<String> roles = new HashSet<>();
    private PatternRule fallback;

    /**
     * @param denyUncovered whether methods that no constraint of a pattern covers are refused
     *     (Servlet 6.1 §13.8.4)
     */
    public ConstraintTable(List<SecurityConstraint> constraints, boolean denyUncovered) {
        Map<String, PatternRule> rules = new HashMap<>();
        for (SecurityConstraint constraint : constraints) {
            if (constraint.roles() != null) {
                roles.addAll(constraint.roles());
            }
            for (SecurityConstraint.Collection collection : constraint.collections()) {
                for (String pattern : Set.copyOf(collection.patterns())) {
                    rules.computeIfAbsent(pattern, this::rule).add(collection, constraint);
                }
            }
        }
        rules.values().forEach(rule -> rule.compile(denyUncovered));
        prefixes.sort(
                Comparator.comparingInt((PatternRule rule) -> rule.literal().length()).reversed());
        patterns = Set.copyOf(rules.keySet());
    }

    private PatternRule rule(String pattern) {
        PatternRule rule;
        if (pattern.equals("/")) {
            rule = new PatternRule("");
            fallback = rule;
        } else if (pattern.endsWith("/*")) {
            rule = new PatternRule(pattern.substring(0, pattern.length() - 2));
            prefixes.add(rule);
        } else if (pattern.startsWith("*.")) {
            rule = new PatternRule(pattern.substring(2));
            extensions.put(rule.literal(), rule);
        } else {
            rule = new PatternRule(pattern.isEmpty() ? "/" : pattern);
            exact.put(rule.literal(), rule);
        }
        return rule;
    }

    /** The patterns that have constraints. */
    public Set<String> patterns() {
        return patterns;
    }

    /** The roles that constraints name, {@code *} and {@code **} among them. */
    public Set<String> roles() {
        return Set.copyOf(roles);
    }

    public boolean isEmpty() {
        return patterns.isEmpty();
    }

    /** Whether any constraint covers a path, for any method. */
    public boolean covers(String path) {
        return find(path) != null;
    }

    /**
     * What a request needs.
     *
     * @param path normalised, relative to the context, starting with a slash
     */
    public Access access(String method, String path) {
        PatternRule rule = find(path);
        return rule == null ? Access.OPEN : rule.of(method);
    }

    /**
     * Whether a constraint denies access to a path to everybody, by a pattern for certain files or
     * for paths that do not include another path of the same file.
     */
    public boolean closes(String method, String path, String other) {
        PatternRule rule = find(path);
        return rule != null && rule.denies(method) && !matches(rule, other);
    }

    /** A pattern of an extension is about certain files, by any path. */
    private boolean matches(PatternRule rule, String path) {
        return rule == fallback
                || rule == exact.get(path)
                || prefixes.contains(rule) && isBelow(path, rule.literal());
    }

    private PatternRule find(String path) {
        PatternRule rule = exact.get(path);
        if (rule != null) {
            return rule;
        }
        for (PatternRule prefix : prefixes) {
            if (isBelow(path, prefix.literal())) {
                return prefix;
            }
        }
        rule = ofExtension(path);
        return rule == null ? fallback : rule;
    }

    private static boolean isBelow(String path, String prefix) {
        return path.startsWith(prefix)
                && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/');
    }

    /** Null if there is none. */
    private PatternRule ofExtension(String path) {
        int dot = path.lastIndexOf('.');
        return dot > path.lastIndexOf('/') ? extensions.get(path.substring(dot + 1)) : null;
    }
}
