package dev.serval.servlet;

import dev.serval.http.Exchange;
import dev.serval.http.Forwarded;
import dev.serval.net.Pace;
import dev.serval.security.HostLogins;
import dev.serval.servlet.registration.ServletMatch;
import dev.serval.servlet.security.ContextSecurity;

/** Decides which calls an event loop may run itself if they have been short. Stateless. */
final class CallPace {
    private CallPace() {}

    /**
     * The pace of the calls of a servlet. Null if a call may wait for other reasons: for files,
     * which may be on a slow disk, if no servlet is mapped, with valves that may wait, if a
     * password may have to be checked or a realm asked for roles, and if the look-up of a session
     * may wait.
     */
    static Pace of(
            Exchange exchange,
            AppContext context,
            String path,
            ServletMatch match,
            CallValves valves,
            HostLogins logins) {
        if (match == null || match.servlet().servesFiles() || valves != null && valves.mayWait()) {
            return null;
        }
        Forwarded forwarded = exchange.forwarded();
        boolean preset = forwarded != null && forwarded.login() != null;
        if (preset || context.sessions().mayWait() || context.security().mayAskForUsers(logins)) {
            return null;
        }
        ContextSecurity security = context.guard();
        return security != null && security.mayTakeLong(path) ? null : match.servlet().pace();
    }
}
