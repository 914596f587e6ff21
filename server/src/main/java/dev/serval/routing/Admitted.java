package dev.serval.routing;

import dev.serval.http.Attachment;
import dev.serval.http.Exchange;
import dev.serval.servlet.AppContext;

/**
 * A request that is inside a context. Immutable.
 *
 * @param host told when it is over
 * @param context left when it is over
 */
record Admitted(VirtualHost host, AppContext context) implements Attachment {
    /** It goes back to routing: no request of this context any more. Its host. */
    VirtualHost leave() {
        context.leave();
        return host;
    }

    @Override
    public void completed(Exchange exchange) {
        try {
            Answered.tell(exchange, context);
        } finally {
            context.leave();
            host.completed(exchange);
        }
    }
}
