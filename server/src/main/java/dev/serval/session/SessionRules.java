package dev.serval.session;

import java.util.Objects;

/**
 * What counts for the sessions of an application, by the element {@code Manager}. Immutable.
 *
 * @param maxActive the limit of sessions in memory, beyond which none is made; -1 for none, the
 *     default
 * @param ids makes their ids
 * @param bindsUnchanged whether a value is told that it is bound when it was before; default false
 * @param tellsUnchanged whether listeners are told that a value is replaced by itself; default true
 * @param idleFromStart whether a session is idle from the start of its last request, instead of its
 *     end; default false
 */
public record SessionRules(
        int maxActive,
        SessionIds ids,
        boolean bindsUnchanged,
        boolean tellsUnchanged,
        boolean idleFromStart) {

    public SessionRules {
        Objects.requireNonNull(ids, "ids");
    }

    /** Those of an application without a Manager. */
    public static SessionRules defaults() {
        return new SessionRules(-1, new SessionIds(), false, true, false);
    }

    /**
     * The same for a server with that route, unless its ids have one.
     *
     * @param name null for none
     */
    public SessionRules routed(String name) {
        return new SessionRules(
                maxActive, ids.routed(name), bindsUnchanged, tellsUnchanged, idleFromStart);
    }
}
