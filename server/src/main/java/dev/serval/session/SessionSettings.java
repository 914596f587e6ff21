package dev.serval.session;

import jakarta.servlet.SessionTrackingMode;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The session settings of an application. Immutable; for {@code ContextBuilder}.
 *
 * @param timeoutMinutes minutes without a request after which a session ends; 0 or less means
 *     never; default 30
 * @param cookieName default JSESSIONID; throws IllegalArgumentException if it is no token (RFC 6265
 *     §4.1.1)
 * @param cookiePath null means the path of the context
 * @param cookieDomain null means only the host of the request
 * @param httpOnly whether scripts cannot read the cookie (CWE-1004); default true
 * @param secure null means if the request came over TLS (CWE-614)
 * @param sameSite default Lax; null means no such attribute
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
