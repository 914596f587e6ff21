package dev.serval.routing;

import dev.serval.http.Exchange;
import dev.serval.http.LogWants;

/** Is told of every exchange of a host after its response has left. Thread-safe. */
@FunctionalInterface
public interface CompletionListener {
    /** Must not block; called on whatever thread completed the exchange. */
    void completed(Exchange exchange);

    /** What it wants to know besides; null for nothing. Always the same. */
    default LogWants wants() {
        return null;
    }
}
