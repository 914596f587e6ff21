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
 * @param wants what they need to know of requests; null if nothing
 * @param inFlight counts the exchanges that use them; an exchange of the host has entered it
 */
record VirtualHost(
        String name, ContextTable contexts, HostValves valves, LogWants wants, InFlight inFlight)
        implements Attachment {
    VirtualHost(String name, ContextTable contexts, HostValves valves, InFlight inFlight) {
        this(name, contexts, valves, HostValves.wants(valves.completion()), inFlight);
    }

    /** Whether files in memory may be answered on I/O threads. */
    boolean servesFast() {
        return valves.around() == null;
    }

    @Override
    public void completed(Exchange exchange) {
        try {
            if (valves.completion() != null) {
                Completions.tell(valves.completion(), exchange);
            }
        } finally {
            inFlight.leave();
        }
    }
}
