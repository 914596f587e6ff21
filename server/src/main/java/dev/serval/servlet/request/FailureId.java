package dev.serval.servlet.request;

import dev.serval.http.Exchange;
import org.slf4j.MDC;

/**
 * Puts the id of a failed request into the log's diagnostic context, for all that is logged until
 * its turn on this thread ends, which clears the context: {@code %X{request}} in a pattern of
 * Logback. Stateless. Requests that do not fail have no id, which would cost each of them
 * something.
 */
public final class FailureId {
    private static final String KEY = "request";

    private FailureId() {}

    /** Called by the thread of the call. */
    public static void put(Exchange exchange) {
        MDC.put(KEY, exchange.id());
    }
}
