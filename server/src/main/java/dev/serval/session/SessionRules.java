package dev.serval.session;

import java.util.Objects;

/**
 * The rules for the sessions of an application, from the element {@code Manager}. Immutable.
 *
 * @param maxActive the limit of sessions in memory, beyond which no session is created; -1, the
 *     default, means no limit
 * @param ids makes their ids
 * @param bindsUnchanged whether a value is notified of being bound when it was already bound;
 *     default false
 * @param tellsUnchanged whether listeners are notified when a value is replaced by itself; default
 *     true
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

    /** The rules of an application without a Manager. */
    public static SessionRules defaults() {
        return new SessionRules(-1, new SessionIds(), false, true, false);
    }

    /**
     * The same for a server with that route, unless its ids have one.
     *
     * @param name null if there is none
     */
    public SessionRules routed(String name) {
        return new SessionRules(
                maxActive, ids.routed(name), bindsUnchanged, tellsUnchanged, idleFromStart);
    }
}
