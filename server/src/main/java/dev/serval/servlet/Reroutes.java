package dev.serval.servlet;

import java.util.Map;

/**
 * What became of a request before it was routed this time. Immutable.
 *
 * @param count how often a valve sent it back to routing
 * @param attributes that it has from then
 */
public record Reroutes(int count, Map<String, Object> attributes) {
    /** It comes from the client. */
    public static final Reroutes NONE = new Reroutes(0, Map.of());
}
