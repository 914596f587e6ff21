package dev.serval.routing;

import dev.serval.http.Attachment;
import dev.serval.http.Exchange;
import dev.serval.http.LogWants;
import java.util.function.Predicate;

/**
 * One virtual host. Immutable.
 *
 * @param name in lower case
 * @param contexts its applications
 * @param log told of every exchange; null for none
 * @param first looks at every exchange before it is routed, and is false for one to be refused;
 *     null for none
 */
record VirtualHost(
        String name, ContextTable contexts, CompletionListener log, Predicate<Exchange> first)
        implements Attachment {
    /** What its log wants to know besides; null for nothing. */
    LogWants wants() {
        return log == null ? null : log.wants();
    }

    @Override
    public void completed(Exchange exchange) {
        if (log != null) {
            log.completed(exchange);
        }
    }
}
