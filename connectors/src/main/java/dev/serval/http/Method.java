package dev.serval.http;

/**
 * A request method (RFC 9110 §9). Immutable. Methods are case-sensitive tokens; one that is not
 * listed here is {@link #OTHER} and its name is {@link RequestHead#methodName()}.
 */
public enum Method {
    GET,
    HEAD,
    POST,
    PUT,
    DELETE,
    OPTIONS,
    TRACE,
    CONNECT,
    PATCH,
    OTHER
}
