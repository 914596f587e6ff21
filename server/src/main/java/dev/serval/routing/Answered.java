package dev.serval.routing;

import dev.serval.http.Attachment;
import dev.serval.http.Exchange;
import dev.serval.servlet.AppContext;

/**
 * A request that was answered for a context without being inside it. Immutable.
 *
 * @param host told when it is over
 * @param context whose valves are told too
 */
record Answered(VirtualHost host, AppContext context) implements Attachment {
    @Override
    public void completed(Exchange exchange) {
        tell(exchange, context);
        host.completed(exchange);
    }

    /** Tells the valves of a context, if it has some. */
    static void tell(Exchange exchange, AppContext context) {
        if (context.completion() != null) {
            Completions.tell(context.completion(), exchange);
        }
    }
}
