package dev.serval.servlet;

import dev.serval.http.Exchange;
import dev.serval.http.RequestHead;

/** Takes back requests that a valve sends to another target. Thread-safe. */
@FunctionalInterface
public interface Rerouting {
    /**
     * Finds who answers a request now, on the thread of the call that has given it back.
     *
     * @param head with the new target
     * @param otherHost whether its host is another one too
     * @param reroutes what became of it, this time included
     * @return what the thread goes on with; null when the request was answered
     */
    Runnable again(Exchange exchange, RequestHead head, boolean otherHost, Reroutes reroutes);
}
