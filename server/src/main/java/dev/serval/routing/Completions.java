package dev.serval.routing;

import dev.serval.http.Exchange;
import dev.serval.thread.TurnGuard;
import dev.serval.valve.CompletionValve;

/** Tells valves that an exchange has ended. Stateless. */
final class Completions {
    private static final TurnGuard GUARD = new TurnGuard("A valve that is told of requests");

    private Completions() {}

    /** Whatever one of them does, the others are told, and the connection goes on. */
    static void tell(CompletionValve[] told, Exchange exchange) {
        for (CompletionValve valve : told) {
            try {
                valve.completed(exchange);
            } catch (RuntimeException | Error e) {
                GUARD.note(e);
            }
        }
    }
}
