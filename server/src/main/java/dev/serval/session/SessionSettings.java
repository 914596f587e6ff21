package dev.serval.session;

import jakarta.servlet.SessionTrackingMode;
import java.util.Set;

/**
 * How the sessions of a context are kept and tracked. Immutable; for whoever describes a context.
 *
 * @param timeoutMinutes idle minutes until a session ends; 0 or less means never; default 30
 * @param cookieName default JSESSIONID
 * @param cookiePath null means the context path
 * @param cookieDomain null means the host that was asked
 * @param httpOnly whether scripts cannot see the cookie; default true
 * @param secure null means where the request is secure
 * @param sameSite null means without the attribute; default Lax
 * @param trackingModes default by cookie only
 */
public record SessionSettings(
        int timeoutMinutes,
        String cookieName,
        String cookiePath,
        String cookieDomain,
        boolean httpOnly,
        Boolean secure,
        String sameSite,
        Set<SessionTrackingMode> trackingModes) {
    public static final SessionSettings DEFAULTS =
            new SessionSettings(
                    30,
                    "JSESSIONID",
                    null,
                    null,
                    true,
                    null,
                    "Lax",
                    Set.of(SessionTrackingMode.COOKIE));

    public SessionSettings {
        trackingModes = Set.copyOf(trackingModes);
    }
}
