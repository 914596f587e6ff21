package dev.serval.security;

import dev.serval.session.SessionIds;
import jakarta.servlet.http.Cookie;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The logins that the applications of one host share (Servlet 6.1 §13.7). Thread-safe. A login has
 * a cookie of its own and lasts as long as a session of any of them; a log-out, or a session that
 * an application ends, ends them all. A session that expires ends alone.
 */
public final class SingleSignOn {
    /**
     * Names and defaults are Tomcat's. Immutable.
     *
     * @param cookieName default JSESSIONIDSSO
     * @param cookieDomain null for only the host, which is the default
     * @param requireReauthentication whether the realm of each application has to accept the
     *     password, which is kept in memory for that; default false
     */
    public record SingleSignOnSettings(
            String cookieName, String cookieDomain, boolean requireReauthentication) {
        public static final SingleSignOnSettings DEFAULTS =
                new SingleSignOnSettings("JSESSIONIDSSO", null, false);
    }

    private final SingleSignOnSettings settings;
    private final SessionIds ids = new SessionIds();
    private final Map<String, SharedLogin> logins = new ConcurrentHashMap<>();

    public SingleSignOn(SingleSignOnSettings settings) {
        this.settings = settings;
    }

    public SingleSignOnSettings settings() {
        return settings;
    }

    public boolean requiresReauthentication() {
        return settings.requireReauthentication();
    }

    /**
     * A user has logged in. A session has to join at once, or nothing ends the login.
     *
     * @param realm that has the user
     * @param password null if it is not known, or not to be kept
     */
    public SharedLogin begin(
            UserPrincipal principal, String authType, Realm realm, String password) {
        SharedLogin login =
                new SharedLogin(ids.next(), principal, authType, realm, password, logins::remove);
        logins.put(login.id(), login);
        return login;
    }

    /** The login of a client's cookies; null if there is none. */
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
     * The cookie for the client: for all paths of the host, not for scripts, not sent with requests
     * from other sites.
     *
     * @param secure whether the request used TLS: then the cookie is sent only over TLS
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

    /** The number of logins. */
    int count() {
        return logins.size();
    }
}
