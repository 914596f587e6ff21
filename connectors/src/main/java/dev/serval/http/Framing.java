package dev.serval.http;

/** How the length of a message body is known (RFC 9112 §6). Immutable. */
public enum Framing {
    /** There is no body. */
    NONE,
    /** {@code Content-Length} states it. */
    LENGTH,
    /** {@code Transfer-Encoding: chunked}. */
    CHUNKED,
    /** The end of the connection ends it; only for responses to HTTP/1.0 clients. */
    CLOSE
}
