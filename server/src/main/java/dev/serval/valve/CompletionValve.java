package dev.serval.valve;

import dev.serval.http.Exchange;
import dev.serval.http.LogWants;

/**
 * Called for every exchange after its response was sent or given up, for all kinds of answers:
 * servlets, cached files, refusals. A valve of a context is called for the exchanges of its
 * application, whose files are then not answered on I/O threads. Thread-safe.
 */
@FunctionalInterface
public interface CompletionValve extends Valve {
    /**
     * Called on the thread that completed the exchange: it must not block, and must not keep the
     * exchange, which may be used for another request.
     */
    void completed(Exchange exchange);

    /**
     * What has to be noted of requests for this valve; null, the default, for nothing. Always the
     * same.
     */
    default LogWants wants() {
        return null;
    }
}
