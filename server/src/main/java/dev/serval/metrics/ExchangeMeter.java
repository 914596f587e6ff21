package dev.serval.metrics;

import dev.serval.http.Exchange;

/** Counts exchanges at their end. Thread-safe. */
@FunctionalInterface
public interface ExchangeMeter {
    /**
     * An exchange is over: its response was sent or given up. Called once for each, on the thread
     * that completed it: it must not block, and must not keep the exchange, which may be used for
     * another request. It should not create objects.
     */
    void completed(Exchange exchange);
}
