package dev.serval.servlet.application;

import dev.serval.http.LineLimit;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A limit for each kind of line, so that a flood of one kind leaves room for the others, and a
 * wider one for all together. The first of a kind in a minute is always logged. Thread-safe; its
 * memory is bounded.
 */
final class KindLimits {
    private static final int MOST_KINDS = 100;
    private static final int MOST_A_MINUTE = 200;

    private final Map<String, LineLimit> kinds = new HashMap<>();
    private final LineLimit whole;
    private final LineLimit rest;

    /**
     * @param nanos a clock as {@link System#nanoTime}
     */
    KindLimits(LongSupplier nanos) {
        whole = new LineLimit(nanos, MOST_A_MINUTE, null);
        rest = whole.part();
    }

    /** The limit of a kind; late kinds share one. */
    synchronized LineLimit of(String kind) {
        LineLimit known = kinds.get(kind);
        if (known == null) {
            if (kinds.size() == MOST_KINDS) {
                return rest;
            }
            known = whole.part();
            kinds.put(kind, known);
        }
        return known;
    }
}
