package dev.serval.servlet;

import dev.serval.http.Exchange;
import dev.serval.http.Forwarded;
import dev.serval.net.Pace;
import dev.serval.servlet.registration.ServletMatch;
import dev.serval.servlet.security.ContextSecurity;

/** Which calls an event loop may run itself where they have been short. Stateless. */
final class CallPace {
    private CallPace() {}

    /**
     * What is known of the calls of a servlet; null for files, which may be on a slow disk, where
     * none is mapped, and where valves may wait, a password may have to be checked or a realm is
     * asked for the roles of a user. Where looking for a session may wait, short calls tell nothing
     * of the next one, whose session may be far away.
     */
    static Pace of(
            Exchange exchange,
            AppContext context,
            String path,
            ServletMatch match,
            CallValves valves) {
        if (match == null || valves != null || match.servlet().servesFiles()) {
            return null;
        }
        Forwarded forwarded = exchange.forwarded();
        boolean preset = forwarded != null && forwarded.login() != null;
        if (preset || context.sessions().mayWait()) {
            return null;
        }
        ContextSecurity security = context.guard();
        return security != null && security.mayTakeLong(path) ? null : match.servlet().pace();
    }
}
