package dev.serval.routing;

import dev.serval.http.Attachment;
import dev.serval.http.Exchange;
import dev.serval.servlet.AppContext;

/**
 * An upgraded connection. Immutable. It keeps no table; at its end the current valves of its host
 * are notified.
 *
 * @param router has the current tables
 * @param host the name of its host
 * @param context left at its end
 */
record Upgraded(Router router, String host, AppContext context) implements Attachment {
    @Override
    public void completed(Exchange exchange) {
        try {
            Answered.tell(exchange, context);
        } finally {
            context.leave();
            router.enter(exchange).named(host).completed(exchange);
        }
    }
}
