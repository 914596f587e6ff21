package dev.serval.session;

import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.Cookie;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * The cookie that carries the id, and the other session settings of an application. They can be
 * changed until the application is initialised (Servlet 6.1 §4.4.3), then they are only read, by
 * any thread.
 */
public final class SessionCookie implements SessionCookieConfig {
    private static final String DEFAULT_NAME = "JSESSIONID";

    private final BooleanSupplier open;
    private final String contextPath;
    private final SessionOverrides overrides;
    private final Map<String, String> attributes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final SessionTracking tracking;
    // Unless the server's configuration says that it never is HttpOnly.
    private final boolean autoSecure;
    // Null until one is chosen.
    private String name;
    private int timeoutMinutes;

    /**
     * Throws IllegalArgumentException for an invalid set of tracking modes.
     *
     * @param overrides settings that override those of the application
     * @param contextPath encoded; empty for the root
     * @param tls whether a connector has TLS
     * @param open true as long as changes are allowed
     */
    public SessionCookie(
            SessionSettings settings,
            SessionOverrides overrides,
            String contextPath,
            boolean tls,
            BooleanSupplier open) {
        this.open = open;
        this.overrides = overrides;
        this.contextPath = contextPath;
        name = settings.cookieName().equals(DEFAULT_NAME) ? null : settings.cookieName();
        timeoutMinutes = settings.timeoutMinutes();
        autoSecure = !Boolean.FALSE.equals(settings.secure());
        tracking = new SessionTracking(settings.trackingModes(), tls);
        put("Path", settings.cookiePath());
        put("Domain", settings.cookieDomain());
        put("HttpOnly", settings.httpOnly() ? "true" : null);
        put("Secure", Boolean.TRUE.equals(settings.secure()) ? "true" : null);
        put("SameSite", settings.sameSite());
        settings.cookieAttributes().forEach(this::put);
    }

    /**
     * The cookie for an id.
     *
     * @param secure whether the request came over TLS
     */
    public Cookie of(String id, boolean secure) {
        Cookie cookie = new Cookie(cookieName(), id);
        attributes.forEach(
                (key, value) -> {
                    boolean flag = key.equalsIgnoreCase("HttpOnly");
                    if (!flag && !key.equalsIgnoreCase("Secure")) {
                        cookie.setAttribute(key, value);
                    }
                });
        cookie.setPath(cookiePath());
        if (overrides.sessionCookieDomain() != null) {
            cookie.setDomain(overrides.sessionCookieDomain());
        }
        cookie.setHttpOnly(isHttpOnly());
        cookie.setSecure(isSecure() || autoSecure && secure);
        return cookie;
    }

    private String cookiePath() {
        String forced = overrides.sessionCookiePath();
        String said = forced != null ? forced : getPath();
        String path = said != null ? said : contextPath;
        return path.isEmpty() || overrides.pathUsesTrailingSlash() && !path.endsWith("/")
                ? path + "/"
                : path;
    }

    /** The name of the cookie, set or default. */
    public String cookieName() {
        String forced = overrides.sessionCookieName();
        if (forced != null) {
            return forced;
        }
        return name == null ? DEFAULT_NAME : name;
    }

    /**
     * The name of the path parameter: that of the cookie unless it is the default (Servlet 6.1
     * §7.1.1).
     */
    public String parameterName() {
        String cookie = cookieName();
        return cookie.equals(DEFAULT_NAME) ? "jsessionid" : cookie;
    }

    public SessionTracking tracking() {
        return tracking;
    }

    public int timeoutMinutes() {
        return timeoutMinutes;
    }

    public void timeoutMinutes(int minutes) {
        requireOpen("setSessionTimeout");
        timeoutMinutes = minutes;
    }

    /** Seconds as in {@code HttpSession}; 0 means never. */
    public int timeoutSeconds() {
        return timeoutMinutes <= 0 ? 0 : (int) Math.min(timeoutMinutes * 60L, Integer.MAX_VALUE);
    }

    /** Throws IllegalArgumentException for modes that cannot be combined, or are not possible. */
    public void trackingModes(Set<SessionTrackingMode> wanted) {
        requireOpen("setSessionTrackingModes");
        tracking.modes(wanted);
    }

    private void put(String key, String value) {
        if (value == null) {
            attributes.remove(key);
        } else {
            attributes.put(key, value);
        }
    }

    /** As in cookies, an empty value is a flag that is set. */
    private boolean isSet(String flag) {
        String value = attributes.get(flag);
        return value != null && (value.isEmpty() || Boolean.parseBoolean(value));
    }

    private void requireOpen(String call) {
        if (!open.getAsBoolean()) {
            throw new IllegalStateException(
                    "Servlet 6.1 §4.4.3: " + call + " after the application was initialised");
        }
    }

    // ---- SessionCookieConfig

    @Override
    public void setName(String wanted) {
        requireOpen("setName");
        // The API checks that it is a token.
        name = new Cookie(wanted, "").getName();
    }

    /** Null until one is chosen, as in Tomcat and as the API says. */
    @Override
    public String getName() {
        return name;
    }

    @Override
    public void setDomain(String domain) {
        setAttribute("Domain", domain);
    }

    @Override
    public String getDomain() {
        return attributes.get("Domain");
    }

    @Override
    public void setPath(String path) {
        setAttribute("Path", path);
    }

    @Override
    public String getPath() {
        return attributes.get("Path");
    }

    /** Cookies have no comments any more (RFC 6265). */
    @Override
    @Deprecated
    @SuppressWarnings("removal")
    public void setComment(String comment) {
        requireOpen("setComment");
    }

    @Override
    @Deprecated
    @SuppressWarnings("removal")
    public String getComment() {
        return null;
    }

    @Override
    public void setHttpOnly(boolean httpOnly) {
        setAttribute("HttpOnly", Boolean.toString(httpOnly));
    }

    @Override
    public boolean isHttpOnly() {
        return isSet("HttpOnly");
    }

    @Override
    public void setSecure(boolean secure) {
        setAttribute("Secure", Boolean.toString(secure));
    }

    /** True: always; false: only over TLS. */
    @Override
    public boolean isSecure() {
        return isSet("Secure");
    }

    @Override
    public void setMaxAge(int seconds) {
        setAttribute("Max-Age", Integer.toString(seconds));
    }

    @Override
    public int getMaxAge() {
        String value = attributes.get("Max-Age");
        return value == null ? -1 : Integer.parseInt(value);
    }

    @Override
    public void setAttribute(String key, String value) {
        requireOpen("setAttribute");
        // Applies the API's own rules for names and numbers.
        new Cookie("a", "").setAttribute(key, value);
        if (value != null && value.chars().anyMatch(c -> c < ' ' || c > '~' || c == ';')) {
            throw new IllegalArgumentException(
                    "RFC 6265 §4.1.1: " + key + " has a character that is not allowed");
        }
        put(key, value);
    }

    @Override
    public String getAttribute(String key) {
        return attributes.get(key);
    }

    @Override
    public Map<String, String> getAttributes() {
        return Collections.unmodifiableMap(attributes);
    }
}
