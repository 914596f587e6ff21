package dev.serval.routing;

import dev.serval.http.Attachment;
import dev.serval.http.Exchange;
import dev.serval.http.LogWants;

/**
 * One virtual host. Immutable.
 *
 * @param name in lower case
 * @param contexts its applications
 * @param valves around its requests
 * @param wants what is to be noted of requests for them; null for nothing
 */
record VirtualHost(String name, ContextTable contexts, HostValves valves, LogWants wants)
        implements Attachment {
    VirtualHost(String name, ContextTable contexts, HostValves valves) {
        this(name, contexts, valves, HostValves.wants(valves.completion()));
    }

    /** Whether files in memory may be answered on I/O threads. */
    boolean servesFast() {
        return valves.around() == null;
    }

    @Override
    public void completed(Exchange exchange) {
        if (valves.completion() != null) {
            Completions.tell(valves.completion(), exchange);
        }
    }
}
