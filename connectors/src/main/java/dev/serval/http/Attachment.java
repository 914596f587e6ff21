package dev.serval.http;

/**
 * What a handler knows of an exchange and keeps until its end, for example its application.
 * Thread-safe.
 */
public interface Attachment {
    /** The exchange is over; called by {@link HttpHandler#completed}. Must not block. */
    void completed(Exchange exchange);
}
