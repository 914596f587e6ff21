package dev.serval.http;

/**
 * Something that an access log wants to know of a request, and that only the application or the
 * container can tell. Immutable.
 *
 * @param kind whose it is
 * @param name within its kind
 */
public record LogValue(Kind kind, String name) {
    /** What there is. */
    public enum Kind {
        /** An attribute of the request. */
        ATTRIBUTE,
        /** An attribute of its session. */
        SESSION_ATTRIBUTE,
        /** An attribute of the application. */
        APPLICATION_ATTRIBUTE,
        /** A parameter of the request: its first value. */
        PARAMETER,
        /**
         * What the request itself tells: {@code authType}, {@code characterEncoding}, {@code
         * locale}, {@code requestedSessionId}, {@code requestedSessionIdFromCookie} or {@code
         * requestedSessionIdValid}.
         */
        REQUEST
    }

    /** An attribute of the request. */
    public static LogValue attribute(String name) {
        return new LogValue(Kind.ATTRIBUTE, name);
    }
}
