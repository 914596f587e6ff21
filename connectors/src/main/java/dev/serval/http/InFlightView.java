package dev.serval.http;

import dev.serval.net.Peer;
import dev.serval.net.RequestInFlight;
import java.util.function.Consumer;

/**
 * What can be seen of an exchange from beside it, by threads that do not own it. Stateless. Only of
 * one that an application has: its request stays as it is, and the exchange is never used for
 * another one. So the path of a request does nothing for it.
 */
public final class InFlightView {
    private InFlightView() {}

    /**
     * Tells of an exchange, if an application answers it. Never waits.
     *
     * @param exchange null if there is none
     */
    public static void tell(Exchange exchange, Consumer<RequestInFlight> told) {
        RequestHead head = exchange == null ? null : exchange.request();
        if (head == null || !exchange.exposed()) {
            return;
        }
        Peer peer;
        try {
            peer = exchange.peer();
        } catch (IllegalStateException e) {
            return; // it has just ended, on the thread that owns it
        }
        String path = head.rawPath();
        int parameters = path.indexOf(';');
        told.accept(
                new RequestInFlight(
                        exchange.idIfAny(),
                        head.methodName(),
                        parameters < 0 ? path : path.substring(0, parameters),
                        head.version().text(),
                        head.host(),
                        peer,
                        exchange.startedNanos(),
                        exchange.sent(),
                        Math.max(0, head.contentLength()),
                        exchange.completion.runner()));
    }

    /**
     * The method and target of an exchange behind a colon, for the log.
     *
     * @param exchange null if there is none
     */
    public static String target(Exchange exchange) {
        RequestHead head = exchange == null ? null : exchange.request();
        return head == null ? "" : ": " + head.method() + " " + head.rawTarget();
    }
}
