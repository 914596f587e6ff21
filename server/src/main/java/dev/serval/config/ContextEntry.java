package dev.serval.config;

import java.util.Map;

/**
 * A value that a Context gives its application. Immutable.
 *
 * @param value never null
 * @param override whether a later descriptor, or the application's web.xml, may replace it
 */
public record ContextEntry<T>(T value, boolean override) {
    /** An entry that may be replaced. */
    public static <T> ContextEntry<T> of(T value) {
        return new ContextEntry<>(value, true);
    }

    /** Adds it unless an entry of the same name must not be replaced. */
    static <T> void add(Map<String, ContextEntry<T>> into, String name, ContextEntry<T> entry) {
        into.merge(name, entry, (before, later) -> before.override() ? later : before);
    }
}
