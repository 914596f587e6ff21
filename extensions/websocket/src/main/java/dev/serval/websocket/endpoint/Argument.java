package dev.serval.websocket.endpoint;

/**
 * What a parameter of an endpoint's method gets. Immutable.
 *
 * @param type of the parameter
 * @param name of the variable of the path; null for all others
 */
record Argument(Kind kind, Class<?> type, String name) {
    /** The kinds of parameters (WebSocket 2.2 §4.3 to §4.7). */
    enum Kind {
        SESSION,
        CONFIG,
        CLOSE_REASON,
        THROWABLE,
        MESSAGE,
        /** Whether a part is the last one. */
        LAST,
        PATH
    }
}
