package dev.serval.session;

import jakarta.servlet.SessionTrackingMode;
import java.util.Map;
import java.util.Set;

/**
 * The server's configuration for the sessions of an application. Immutable; names and meanings are
 * those of Tomcat's attributes of {@code Context}. Name, domain and path override those of the
 * application; the others are its defaults.
 *
 * @param cookies null or true leaves it to the application; false means ids in URLs only
 * @param sessionCookieName null if there is none
 * @param sessionCookieDomain null if there is none
 * @param sessionCookiePath null if there is none
 * @param pathUsesTrailingSlash whether a slash ends the path of the cookie, so that applications
 *     with a longer name do not get it
 * @param useHttpOnly false: scripts may read the cookie, unless the application forbids it
 * @param usePartitioned whether the cookie is one of its top-level site (CHIPS)
 * @param sessionTimeout minutes, where the application says nothing; null for the default
 * @param asTomcat whether, by default, ids may be in URLs too, and cookies of sessions have no
 *     SameSite
 */
public record SessionOverrides(
        Boolean cookies,
        String sessionCookieName,
        String sessionCookieDomain,
        String sessionCookiePath,
        boolean pathUsesTrailingSlash,
        boolean useHttpOnly,
        boolean usePartitioned,
        Integer sessionTimeout,
        boolean asTomcat) {

    public static final SessionOverrides NONE =
            new SessionOverrides(null, null, null, null, false, true, false, null, false);

    /**
     * The defaults of an application.
     *
     * @param cookieRules for all its cookies
     */
    public SessionSettings defaults(CookieRules cookieRules) {
        SessionSettings usual = SessionSettings.DEFAULTS;
        Set<SessionTrackingMode> modes =
                asTomcat
                        ? Set.of(SessionTrackingMode.COOKIE, SessionTrackingMode.URL)
                        : usual.trackingModes();
        String sameSite = asTomcat ? null : usual.sameSite();
        return new SessionSettings(
                sessionTimeout == null ? usual.timeoutMinutes() : sessionTimeout,
                usual.cookieName(),
                usual.cookiePath(),
                usual.cookieDomain(),
                useHttpOnly,
                usual.secure(),
                cookieRules.sameSite() == null ? sameSite : cookieRules.sameSite(),
                usePartitioned ? Map.of("Partitioned", "") : Map.of(),
                Boolean.FALSE.equals(cookies) ? Set.of(SessionTrackingMode.URL) : modes,
                usual.distributable());
    }
}
