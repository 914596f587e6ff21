package dev.serval.routing;

import dev.serval.http.Exchange;
import dev.serval.valve.CompletionValve;

/** Notifies valves of the end of an exchange. Stateless. */
final class Completions {
    private Completions() {}

    /** If one of them fails, the others are still notified, and the connection goes on. */
    static void tell(CompletionValve[] told, Exchange exchange) {
        for (CompletionValve valve : told) {
            try {
                valve.completed(exchange);
            } catch (RuntimeException | Error e) {
                FailedValves.note(valve, e);
            }
        }
    }
}
