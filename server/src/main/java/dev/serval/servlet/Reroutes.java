package dev.serval.servlet;

import dev.serval.http.Forwarded;
import java.util.Map;

/**
 * What happened to a request before it was routed this time. Immutable.
 *
 * @param count how often a valve has sent it back to routing
 * @param the attributes that it has since then
 * @param told what its protocol reported of it, before any valve; null if nothing
 */
public record Reroutes(int count, Map<String, Object> attributes, Forwarded told) {
    private static final Reroutes NONE = new Reroutes(0, Map.of(), null);

    /** A request that comes from the client. */
    public static Reroutes none(Forwarded told) {
        return told == null ? NONE : new Reroutes(0, Map.of(), told);
    }

    /** Counts one more. */
    Reroutes again(Map<String, Object> kept) {
        return new Reroutes(count + 1, Map.copyOf(kept), told);
    }
}
