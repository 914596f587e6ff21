package dev.serval.http;

import dev.serval.thread.TurnGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** For protocols: tells a handler that an exchange is over. Stateless. */
public final class CompletionNotice {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionNotice.class);
    private static final TurnGuard GUARD = new TurnGuard("What is told of the end of a request");

    private CompletionNotice() {}

    /**
     * Called before the first request, by protocols: a class whose initialisation fails, for lack
     * of memory, is of no use until the process ends.
     */
    public static void prepare() {}

    /**
     * Tells it once: later calls do nothing. Never throws: whatever a listener throws, the
     * connection goes on.
     */
    public static void give(HttpHandler handler, Exchange exchange) {
        if (!exchange.completion.tellsEnd()) {
            return;
        }
        try {
            handler.completed(exchange);
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }

    private static void failed(Throwable cause) {
        try {
            if (!(cause instanceof VirtualMachineError)) {
                LOG.error("SRV-0906 A completion listener failed", cause);
                return;
            }
        } catch (RuntimeException | Error e) {
            // No memory for the log, most likely: a later turn writes a line of both.
            GUARD.note(e);
        }
        GUARD.note(cause);
        GUARD.passed();
    }
}
