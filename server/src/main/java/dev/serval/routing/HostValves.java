package dev.serval.routing;

import dev.serval.http.LogWants;
import dev.serval.security.HostLogins;
import dev.serval.servlet.AppContext;
import dev.serval.valve.CallValve;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.PreRoutingValve;
import java.util.Arrays;

/**
 * What stands around the requests of one virtual host, its engine's included. Immutable; null where
 * there are none of a kind.
 *
 * @param preRouting of the host alone, called when it was found
 * @param around the outermost first
 * @param completion told of every exchange of the host
 * @param nowhere the application whose the requests are that lead to none, since valves see a
 *     request of some; null without valves around calls
 * @param logins by what users log in
 */
public record HostValves(
        PreRoutingValve[] preRouting,
        CallValve[] around,
        CompletionValve[] completion,
        AppContext nowhere,
        HostLogins logins) {
    /** Nothing. */
    public static final HostValves NONE = new HostValves(null, null, null, null, HostLogins.NONE);

    /** What they want to know together; null for nothing. */
    static LogWants wants(CompletionValve[] told) {
        return told == null
                ? null
                : Arrays.stream(told).map(CompletionValve::wants).reduce(null, LogWants::both);
    }
}
