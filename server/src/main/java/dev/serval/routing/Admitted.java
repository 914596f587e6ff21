package dev.serval.routing;

import dev.serval.http.Attachment;
import dev.serval.http.Exchange;
import dev.serval.metrics.CallMeter;
import dev.serval.servlet.AppContext;

/**
 * A request that has entered a context. Immutable.
 *
 * @param router has the current tables
 * @param host notified when the request ends
 * @param context left when the request ends
 * @param meter counts the calls of its servlet; null if they are not counted
 */
record Admitted(Router router, VirtualHost host, AppContext context, CallMeter meter)
        implements Attachment {
    /** The request goes back to routing and belongs to no context any more. Returns its host. */
    VirtualHost leave() {
        context.leave();
        return host;
    }

    /** The connection may last for days, so it does not keep the tables that it began with. */
    @Override
    public void upgraded(Exchange exchange) {
        exchange.attach(new Upgraded(router, host.name(), context));
        host.inFlight().leave();
    }

    @Override
    public void completed(Exchange exchange) {
        try {
            Answered.tell(exchange, context);
            if (meter != null) {
                Answered.count(exchange, meter);
            }
        } finally {
            context.leave();
            host.completed(exchange);
        }
    }
}
