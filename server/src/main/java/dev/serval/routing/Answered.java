package dev.serval.routing;

import dev.serval.http.Attachment;
import dev.serval.http.Exchange;
import dev.serval.metrics.CallMeter;
import dev.serval.metrics.Metering;
import dev.serval.servlet.AppContext;

/**
 * A request that was answered for a context without entering it. Immutable.
 *
 * @param host notified when the request ends
 * @param context whose valves are notified too
 */
record Answered(VirtualHost host, AppContext context) implements Attachment {
    private static final int FIRST_ERROR = 400;

    @Override
    public void completed(Exchange exchange) {
        tell(exchange, context);
        host.completed(exchange);
    }

    /** Notifies the valves of a context and what counts its exchanges, if there are any. */
    static void tell(Exchange exchange, AppContext context) {
        if (context.meter() != null) {
            Metering.tell(context.meter(), exchange);
        }
        if (context.completion() != null) {
            Completions.tell(context.completion(), exchange);
        }
    }

    /** Counts a call of a servlet. */
    static void count(Exchange exchange, CallMeter meter) {
        meter.called(exchange.tookNanos(), exchange.status() >= FIRST_ERROR);
    }
}
