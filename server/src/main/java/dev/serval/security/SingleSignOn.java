package dev.serval.security;

import dev.serval.session.SessionIds;
import jakarta.servlet.http.Cookie;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The logins that the applications of one host share (Servlet 6.1 §13.7). Thread-safe. One is known
 * by a cookie of its own and lasts as long as a session of any of them; a log-out, or a session
 * that an application ends, ends them all. A session whose time is over ends alone.
 */
public final class SingleSignOn {
    /**
     * Names and defaults are Tomcat's. Immutable.
     *
     * @param cookieName default JSESSIONIDSSO
     * @param cookieDomain null for the host alone, which is the default
     * @param requireReauthentication whether the realm of each application has to find the password
     *     right, which is kept in memory for that; default false
     */
    public record Settings(
            String cookieName, String cookieDomain, boolean requireReauthentication) {
        public static final Settings DEFAULTS = new Settings("JSESSIONIDSSO", null, false);
    }

    private final Settings settings;
    private final SessionIds ids = new SessionIds();
    private final Map<String, SharedLogin> logins = new ConcurrentHashMap<>();

    public SingleSignOn(Settings settings) {
        this.settings = settings;
    }

    public Settings settings() {
        return settings;
    }

    public boolean requiresReauthentication() {
        return settings.requireReauthentication();
    }

    /**
     * Somebody has logged in. To be joined by a session at once, or nothing ends it.
     *
     * @param realm that knows the user
     * @param password null where it is not known, or not to be kept
     */
    public SharedLogin begin(
            UserPrincipal principal, String authType, Realm realm, String password) {
        SharedLogin login =
                new SharedLogin(ids.next(), principal, authType, realm, password, logins::remove);
        logins.put(login.id(), login);
        return login;
    }

    /** The login that a client shows; null if there is none. */
    public SharedLogin find(Cookie[] cookies) {
        if (cookies != null && !logins.isEmpty()) {
            for (Cookie cookie : cookies) {
                if (cookie.getName().equals(settings.cookieName())) {
                    SharedLogin known = logins.get(cookie.getValue());
                    if (known != null) {
                        return known;
                    }
                }
            }
        }
        return null;
    }

    /**
     * What the client has to show: for all paths of the host, not for scripts, not with what other
     * sites send.
     *
     * @param secure whether the request came over TLS: then it goes over nothing else
     */
    public Cookie cookie(SharedLogin login, boolean secure) {
        Cookie cookie = new Cookie(settings.cookieName(), login.id());
        cookie.setPath("/");
        cookie.setHttpOnly(true);
        cookie.setSecure(secure);
        cookie.setAttribute("SameSite", "Lax");
        if (settings.cookieDomain() != null) {
            cookie.setDomain(settings.cookieDomain());
        }
        return cookie;
    }

    /** How many there are. */
    int count() {
        return logins.size();
    }
}
