package dev.serval.routing;

import dev.serval.http.Exchange;

/** Is told of every exchange of a host after its response has left. Thread-safe. */
@FunctionalInterface
public interface CompletionListener {
    /** Must not block; called on whatever thread completed the exchange. */
    void completed(Exchange exchange);
}
