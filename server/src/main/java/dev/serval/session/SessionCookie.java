package dev.serval.session;

import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.Cookie;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cookie that carries the id, and the other session settings of an application. They can be
 * changed until the application is initialised (Servlet 6.1 §4.4.3), then they are only read, by
 * any thread.
 */
public final class SessionCookie implements SessionCookieConfig {
    private static final Logger LOG = LoggerFactory.getLogger(SessionCookie.class);
    private static final Set<SessionTrackingMode> DEFAULT_MODES =
            Set.of(SessionTrackingMode.COOKIE);

    private final BooleanSupplier open;
    private final String contextPath;
    private final Map<String, String> attributes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private String name;
    private boolean autoSecure;
    private int timeoutMinutes;
    private boolean tracked = true;

    /**
     * @param contextPath encoded; empty for the root
     * @param open true as long as changes are allowed
     */
    public SessionCookie(SessionSettings settings, String contextPath, BooleanSupplier open) {
        this.open = open;
        this.contextPath = contextPath;
        name = settings.cookieName();
        timeoutMinutes = settings.timeoutMinutes();
        autoSecure = settings.secure() == null;
        put("Path", settings.cookiePath());
        put("Domain", settings.cookieDomain());
        put("HttpOnly", settings.httpOnly() ? "true" : null);
        put("Secure", Boolean.TRUE.equals(settings.secure()) ? "true" : null);
        put("SameSite", settings.sameSite());
        settings.cookieAttributes().forEach(this::put);
        if (!settings.trackingModes().equals(DEFAULT_MODES)) {
            // A descriptor's: an application with cookies in place of URLs is better than none.
            warnOf(settings.trackingModes());
        }
    }

    /**
     * The cookie for an id.
     *
     * @param secure whether the request came over TLS
     */
    public Cookie of(String id, boolean secure) {
        Cookie cookie = new Cookie(name, id);
        attributes.forEach(
                (key, value) -> {
                    boolean flag = key.equalsIgnoreCase("HttpOnly");
                    if (!flag && !key.equalsIgnoreCase("Secure")) {
                        cookie.setAttribute(key, value);
                    }
                });
        if (getPath() == null) {
            cookie.setPath(contextPath.isEmpty() ? "/" : contextPath);
        }
        cookie.setHttpOnly(isHttpOnly());
        cookie.setSecure(isSecure() || autoSecure && secure);
        return cookie;
    }

    /** False when the application turned the tracking of sessions off. */
    public boolean tracked() {
        return tracked;
    }

    public int timeoutMinutes() {
        return timeoutMinutes;
    }

    public void timeoutMinutes(int minutes) {
        requireOpen("setSessionTimeout");
        timeoutMinutes = minutes;
    }

    /** Seconds as in {@code HttpSession}; 0: never. */
    public int timeoutSeconds() {
        return timeoutMinutes <= 0 ? 0 : (int) Math.min(timeoutMinutes * 60L, Integer.MAX_VALUE);
    }

    public static Set<SessionTrackingMode> defaultModes() {
        return DEFAULT_MODES;
    }

    public Set<SessionTrackingMode> modes() {
        return tracked ? DEFAULT_MODES : Set.of();
    }

    /** Throws IllegalArgumentException for what would leave the application without sessions. */
    public void modes(Set<SessionTrackingMode> wanted) {
        requireOpen("setSessionTrackingModes");
        if (!wanted.isEmpty() && !wanted.contains(SessionTrackingMode.COOKIE)) {
            throw new IllegalArgumentException(
                    "sessions are tracked by cookies only, not by "
                            + EnumSet.copyOf(wanted)
                            + ": ids in URLs leak (CWE-598)");
        }
        if (wanted.size() > 1) {
            warnOf(wanted);
        }
        tracked = !wanted.isEmpty();
    }

    private void warnOf(Set<SessionTrackingMode> wanted) {
        LOG.warn(
                "SRV-0621 [{}] sessions are tracked by cookies, and by nothing else of {}",
                contextPath.isEmpty() ? "/" : contextPath,
                wanted);
    }

    private void put(String key, String value) {
        if (value == null) {
            attributes.remove(key);
        } else {
            attributes.put(key, value);
        }
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
        return Boolean.parseBoolean(attributes.get("HttpOnly"));
    }

    @Override
    public void setSecure(boolean secure) {
        setAttribute("Secure", Boolean.toString(secure));
    }

    /** True: always; false: only over TLS. */
    @Override
    public boolean isSecure() {
        return Boolean.parseBoolean(attributes.get("Secure"));
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
        if (key.equalsIgnoreCase("Max-Age") && value != null) {
            Integer.parseInt(value);
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
