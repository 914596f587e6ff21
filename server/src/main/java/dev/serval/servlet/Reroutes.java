package dev.serval.servlet;

import dev.serval.http.Forwarded;
import java.util.Map;

/**
 * What became of a request before it was routed this time. Immutable.
 *
 * @param count how often a valve sent it back to routing
 * @param attributes that it has from then
 * @param told what its protocol said of it, before any valve did; null for nothing
 */
public record Reroutes(int count, Map<String, Object> attributes, Forwarded told) {
    private static final Reroutes NONE = new Reroutes(0, Map.of(), null);

    /** It comes from the client. */
    public static Reroutes none(Forwarded told) {
        return told == null ? NONE : new Reroutes(0, Map.of(), told);
    }

    /** Once more. */
    Reroutes again(Map<String, Object> kept) {
        return new Reroutes(count + 1, Map.copyOf(kept), told);
    }
}
