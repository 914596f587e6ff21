package dev.serval.valve;

import dev.serval.http.Exchange;
import dev.serval.http.LogWants;

/**
 * Is told of every exchange after its response has left or was given up, whatever has answered it:
 * servlets, cached files, refusals. That of a context is told of those of its application; its
 * files are not answered on I/O threads then. Thread-safe.
 */
@FunctionalInterface
public interface CompletionValve extends Valve {
    /**
     * Called on whatever thread completed the exchange: it must not block, and must not keep the
     * exchange, which may be used for another request.
     */
    void completed(Exchange exchange);

    /** What is to be noted of requests for it; null, the default, for nothing. Always the same. */
    default LogWants wants() {
        return null;
    }
}
