package dev.serval.http;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** For protocols: tells a handler that an exchange is over. Stateless. */
public final class CompletionNotice {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionNotice.class);

    private CompletionNotice() {}

    /** Whatever a listener throws, the connection goes on. */
    public static void give(HttpHandler handler, Exchange exchange) {
        try {
            handler.completed(exchange);
        } catch (RuntimeException | Error e) {
            LOG.error("SRV-0906 A completion listener failed", e);
        }
    }
}
