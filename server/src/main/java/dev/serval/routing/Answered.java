package dev.serval.routing;

import dev.serval.http.Attachment;
import dev.serval.http.Exchange;
import dev.serval.servlet.AppContext;

/**
 * A request that was answered for a context without being inside it. Immutable.
 *
 * @param host told when it is over
 * @param context whose access log is told too
 */
record Answered(VirtualHost host, AppContext context) implements Attachment {
    @Override
    public void completed(Exchange exchange) {
        log(exchange, context);
        host.completed(exchange);
    }

    /** Tells the access log of a context, if it has one. */
    static void log(Exchange exchange, AppContext context) {
        if (context.log() != null) {
            context.log().accept(exchange);
        }
    }
}
