package dev.serval.session;

import jakarta.servlet.SessionTrackingMode;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * How the sessions of an application are kept. Immutable; for {@code ContextBuilder}.
 *
 * @param timeoutMinutes minutes without a request after which a session ends; 0 or less: never;
 *     default 30
 * @param cookieName default JSESSIONID; throws IllegalArgumentException when it is no token (RFC
 *     6265 §4.1.1)
 * @param cookiePath null: the path of the context
 * @param cookieDomain null: only the host that was asked
 * @param httpOnly default true: scripts do not see the cookie (CWE-1004)
 * @param secure null: when the request came over TLS (CWE-614)
 * @param sameSite default Lax; null: no such attribute
 * @param cookieAttributes others by name, for example Max-Age; default none
 * @param trackingModes default COOKIE alone: ids in URLs leak (CWE-598); SSL cannot be combined
 * @param distributable whether every attribute has to be serializable (Servlet 6.1 §7.7.2); default
 *     false
 */
public record SessionSettings(
        int timeoutMinutes,
        String cookieName,
        String cookiePath,
        String cookieDomain,
        boolean httpOnly,
        Boolean secure,
        String sameSite,
        Map<String, String> cookieAttributes,
        Set<SessionTrackingMode> trackingModes,
        boolean distributable) {

    public static final SessionSettings DEFAULTS =
            new SessionSettings(
                    30,
                    "JSESSIONID",
                    null,
                    null,
                    true,
                    null,
                    "Lax",
                    Map.of(),
                    Set.of(SessionTrackingMode.COOKIE),
                    false);

    public SessionSettings {
        Objects.requireNonNull(cookieName, "cookieName");
        cookieAttributes = Map.copyOf(cookieAttributes);
        trackingModes = Set.copyOf(trackingModes);
    }
}
