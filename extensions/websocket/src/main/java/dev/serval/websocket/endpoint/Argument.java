package dev.serval.websocket.endpoint;

/**
 * The source of a parameter of an endpoint's method. Immutable.
 *
 * @param type of the parameter
 * @param name of the variable of the path; null for all others
 */
record Argument(ParameterKind kind, Class<?> type, String name) {
    /** The kinds of parameters (WebSocket 2.2 §4.3 to §4.7). */
    enum ParameterKind {
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
