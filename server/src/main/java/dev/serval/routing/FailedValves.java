package dev.serval.routing;

import dev.serval.extension.Extensions;
import dev.serval.http.Exchange;
import dev.serval.http.Refusal;
import dev.serval.thread.TurnGuard;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.PreRoutingValve;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles the failure of a valve: the log names the valve and its extension. Stateless. */
final class FailedValves {
    private static final Logger LOG = LoggerFactory.getLogger(FailedValves.class);
    private static final TurnGuard ANY = new TurnGuard("A completion valve");

    /** One for each class, since it contains the name. */
    private static final ClassValue<TurnGuard> GUARDS =
            new ClassValue<>() {
                @Override
                protected TurnGuard computeValue(Class<?> type) {
                    return new TurnGuard(name(type));
                }
            };

    private FailedValves() {}

    /**
     * Called while there is memory: a valve most likely fails when there is none, and a class whose
     * initialisation fails is of no use until the process ends.
     */
    static void prepare() {}

    /** Answers a request that failed in a valve before routing, which may have had to refuse it. */
    static void answer(PreRoutingValve valve, Exchange exchange, Throwable thrown) {
        LOG.error(
                "SRV-0607 {} {} failed: {} threw what follows before routing; request {}",
                exchange.request().methodName(),
                exchange.request().rawPath(),
                name(valve.getClass()),
                exchange.id(),
                thrown);
        try {
            if (!exchange.committed()) {
                exchange.refuse(Refusal.APPLICATION, "");
                return;
            }
        } catch (IOException e) {
            LOG.debug("The error page could not be sent: {}", e.toString());
        }
        exchange.fail(new IOException(thrown));
    }

    /** Logs the failure of a completion valve; never throws. */
    static void note(CompletionValve valve, Throwable thrown) {
        TurnGuard guard = ANY;
        try {
            guard = GUARDS.get(valve.getClass());
        } catch (Error e) {
            ANY.note(e); // no memory for a name
        }
        guard.note(thrown);
        guard.passed();
    }

    private static String name(Class<?> valve) {
        String extension = Extensions.of(valve);
        return "The valve " + valve.getName() + (extension == null ? "" : " of the " + extension);
    }
}
