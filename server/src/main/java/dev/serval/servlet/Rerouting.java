package dev.serval.servlet;

import dev.serval.http.Exchange;
import dev.serval.http.RequestHead;

/** Takes back requests that a valve sends to another target. Thread-safe. */
@FunctionalInterface
public interface Rerouting {
    /**
     * Routes a request again, on the thread of the call that has given it back.
     *
     * @param head with the new target
     * @param otherHost whether its host has changed, too
     * @param reroutes what happened to it, including this time
     * @return what the thread has to run next; null if the request was answered
     */
    Runnable again(Exchange exchange, RequestHead head, boolean otherHost, Reroutes reroutes);
}
