package dev.serval.routing;

import dev.serval.http.LogWants;
import dev.serval.security.HostLogins;
import dev.serval.servlet.AppContext;
import dev.serval.valve.CallValve;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.ErrorReport;
import dev.serval.valve.PreRoutingValve;
import java.util.Arrays;

/**
 * The valves and logins of one virtual host, with those of its engine. Immutable; null if there are
 * none of a kind.
 *
 * @param preRouting of the host alone, called once the host is found
 * @param around the outermost first
 * @param completion notified of every exchange of the host
 * @param nowhere the application of requests that lead to none, since valves see every request in
 *     an application; null if there are neither valves around calls nor an error report
 * @param logins how users log in
 * @param errorReport answers errors for which an application has no page
 */
public record HostValves(
        PreRoutingValve[] preRouting,
        CallValve[] around,
        CompletionValve[] completion,
        AppContext nowhere,
        HostLogins logins,
        ErrorReport errorReport) {
    /** No valves and no logins. */
    public static final HostValves NONE =
            new HostValves(null, null, null, null, HostLogins.NONE, null);

    /** What the valves need to know, combined; null if they need nothing. */
    static LogWants wants(CompletionValve[] told) {
        return told == null
                ? null
                : Arrays.stream(told).map(CompletionValve::wants).reduce(null, LogWants::both);
    }
}
