package dev.serval.session.saved;

/**
 * How the nodes of a store share their sessions, from the attributes of a Manager. Immutable.
 *
 * @param keepsCopies whether a session stays in memory between its requests, with the version that
 *     the store has; otherwise it is read for each request
 * @param copySeconds how long such a copy is kept without a request
 * @param refuses whether requests of sessions that cannot be read or saved get 503; otherwise they
 *     go on with what the node has, or without a session
 * @param mostCalls the limit of calls of the store at a time
 */
public record SharingRules(boolean keepsCopies, int copySeconds, boolean refuses, int mostCalls) {
    /** Whether what could not be saved stays in memory and is tried again. */
    boolean keepsUnsaved() {
        return keepsCopies || !refuses;
    }
}
