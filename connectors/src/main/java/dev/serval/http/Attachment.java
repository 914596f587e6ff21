package dev.serval.http;

/**
 * What a handler has found out of an exchange and keeps until its end, for example whose it is.
 * Thread-safe.
 */
public interface Attachment {
    /** The exchange is over; see {@link HttpHandler#completed}, which says so. Must not block. */
    void completed(Exchange exchange);
}
