package dev.serval.metrics;

import dev.serval.http.Exchange;
import dev.serval.http.HttpHandler;

/**
 * A handler whose exchanges are counted at their end. Thread-safe. It exists only if there is a
 * meter.
 *
 * @param handler gets the exchanges
 * @param meter notified of their ends
 */
public record MeteredHandler(HttpHandler handler, ExchangeMeter meter) implements HttpHandler {
    @Override
    public void handle(Exchange exchange) {
        handler.handle(exchange);
    }

    /** The handler last: after it the exchange belongs to no application any more. */
    @Override
    public void completed(Exchange exchange) {
        Metering.tell(meter, exchange);
        handler.completed(exchange);
    }
}
