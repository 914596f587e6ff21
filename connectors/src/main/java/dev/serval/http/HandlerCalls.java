package dev.serval.http;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** For protocols: calls a handler, whatever it throws. Stateless. */
public final class HandlerCalls {
    private static final Logger LOG = LoggerFactory.getLogger(HandlerCalls.class);

    private HandlerCalls() {}

    /**
     * Gives it an exchange; one for which it throws fails.
     *
     * @return false if the exchange is detached: another thread may own all of it by now
     */
    public static boolean handle(HttpHandler handler, Exchange exchange) {
        try {
            handler.handle(exchange);
        } catch (RuntimeException | Error e) {
            exchange.fail(e);
        }
        return exchange.handled();
    }

    /** Tells it that an exchange is over. Whatever a listener throws, the connection goes on. */
    public static void completed(HttpHandler handler, Exchange exchange) {
        try {
            handler.completed(exchange);
        } catch (RuntimeException | Error e) {
            LOG.error("SRV-0906 A completion listener failed", e);
        }
    }
}
