package dev.serval.http;

/**
 * What a handler knows of an exchange and keeps until its end, for example its application.
 * Thread-safe.
 */
public interface Attachment {
    /** The exchange is over; called by {@link HttpHandler#completed}. Must not block. */
    void completed(Exchange exchange);

    /**
     * The call has ended, and the exchange goes on as an upgraded connection, for as long as its
     * two ends like. Must not block.
     */
    default void upgraded(Exchange exchange) {}
}
