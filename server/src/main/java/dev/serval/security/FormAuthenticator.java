package dev.serval.security;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.Charset;

/**
 * FORM (Servlet 6.1 §13.6.3). Thread-safe.
 *
 * <pre>
 *   protected path --> request kept, login page --> POST j_security_check --> 303 to the path
 *                                                     \-- wrong: error page    --> kept request
 * </pre>
 */
public final class FormAuthenticator implements Authenticator {
    /** The path that a login form is sent to, in any directory. */
    private static final String ACTION = "/j_security_check";

    private final LoginConfig config;
    private final FormSettings settings;
    private final AwaitedLogins awaited;

    /**
     * Immutable; names and defaults are those of Tomcat's FormAuthenticator.
     *
     * @param landingPage where a login without an earlier request leads; null for the root of the
     *     application
     * @param authenticationSessionTimeout seconds that a session made for a login lasts until the
     *     login succeeds; default 120
     * @param maxAuthenticationSessions the limit of such sessions, with requests of 2 KiB on
     *     average; the oldest are removed first; Serval's own; default 10,000
     * @param characterEncoding of the form; null for that of the application
     */
    public record FormSettings(
            String landingPage,
            int authenticationSessionTimeout,
            int maxAuthenticationSessions,
            Charset characterEncoding) {
        public static final FormSettings DEFAULTS = new FormSettings(null, 120, 10_000, null);
    }

    public FormAuthenticator(LoginConfig config, FormSettings settings) {
        this.config = config;
        this.settings = settings;
        this.awaited = new AwaitedLogins(settings.maxAuthenticationSessions());
        if (config.loginPage() == null || config.errorPage() == null) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §13.6.3: FORM needs form-login-page and form-error-page in"
                            + " login-config");
        }
    }

    @Override
    public String authType() {
        return HttpServletRequest.FORM_AUTH;
    }

    @Override
    public boolean needsSession() {
        return true;
    }

    @Override
    public boolean isAction(String path) {
        return path.endsWith(ACTION);
    }

    @Override
    public UserPrincipal authenticate(LoginRequest login, Realm realm)
            throws ServletException, IOException {
        HttpServletResponse response = login.response();
        // The response has the address of another resource, so it must not be cached.
        response.setHeader("Cache-Control", "no-store");
        if (isAction(login.path())) {
            return check(login, realm);
        }
        boolean part = isPartOfPage(login.request()) && login.saved() != null;
        if (!part && !login.save(settings.authenticationSessionTimeout(), awaited)) {
            response.sendError(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
            return null;
        }
        login.show(config.loginPage());
        return null;
    }

    /** Protected images and style sheets of a login page, which the user did not ask for. */
    private static boolean isPartOfPage(HttpServletRequest request) {
        String destination = request.getHeader("Sec-Fetch-Dest");
        return destination != null
                && switch (destination) {
                    case "audio",
                            "font",
                            "image",
                            "manifest",
                            "script",
                            "style",
                            "track",
                            "video" ->
                            true;
                    default -> false;
                };
    }

    private UserPrincipal check(LoginRequest login, Realm realm)
            throws ServletException, IOException {
        HttpServletRequest request = login.request();
        if (!request.getMethod().equals("POST")) {
            // Addresses are in logs and histories, so no password is read from them.
            login.show(config.loginPage());
            return null;
        }
        if (settings.characterEncoding() != null) {
            request.setCharacterEncoding(settings.characterEncoding().name());
        }
        String user = request.getParameter("j_username");
        String password = request.getParameter("j_password");
        UserPrincipal found =
                user == null || password == null
                        ? null
                        : realm.authenticate(user, password, request.getRemoteAddr());
        if (found == null) {
            login.show(config.errorPage());
        }
        return found;
    }

    /** Redirects to the resource that was asked for. */
    @Override
    public void answer(LoginRequest login) throws IOException {
        String saved = login.saved();
        String root = login.request().getContextPath();
        String location =
                saved != null
                        ? saved
                        : settings.landingPage() != null
                                ? root + settings.landingPage()
                                : root + "/";
        boolean old = login.request().getProtocol().equals("HTTP/1.0");
        login.response().sendRedirect(location, old ? 302 : 303);
    }
}
