package dev.serval.http;

/** What stands above the connectors: it gets every exchange. Thread-safe. */
public interface HttpHandler {
    /**
     * Called once per request, as soon as its head is complete, on the thread that owns the
     * connection. Must not block: work that may block goes through {@link Exchange#dispatch}, as
     * the last statement. A return does not end the exchange, {@link Exchange#complete} does. An
     * exception ends it by {@link Exchange#fail}.
     */
    void handle(Exchange exchange);

    /**
     * Called once per exchange after its response has left or was given up, also for requests that
     * were refused before {@link #handle}. Must not block. The place for access logs and metrics.
     */
    default void completed(Exchange exchange) {}
}
