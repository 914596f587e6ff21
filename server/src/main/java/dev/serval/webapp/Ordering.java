package dev.serval.webapp;

import java.util.List;
import java.util.Set;

/**
 * What a descriptor says about the order of fragments (Servlet 6.1 §8.2.2). Immutable.
 *
 * @param absolute names in order, {@link #OTHERS} among them; null if there is no absolute order;
 *     only in web.xml
 * @param before fragments that this one comes before, {@link #OTHERS} among them
 * @param after fragments that this one comes after, {@link #OTHERS} among them
 */
public record Ordering(List<String> absolute, Set<String> before, Set<String> after) {
    /** All fragments that are not named; no fragment can have this name. */
    static final String OTHERS = "\0others";

    static final Ordering NONE = new Ordering(null, Set.of(), Set.of());

    public Ordering {
        absolute = absolute == null ? null : List.copyOf(absolute);
        before = Set.copyOf(before);
        after = Set.copyOf(after);
    }
}
