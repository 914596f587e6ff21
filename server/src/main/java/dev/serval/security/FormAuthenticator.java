package dev.serval.security;

import dev.serval.session.Session;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * FORM (Servlet 6.1 §13.6.3). Thread-safe.
 *
 * <pre>
 *   protected path --> request kept, login page --> POST j_security_check --> 303 to the path
 *                                                     \-- wrong: error page    --> kept request
 * </pre>
 */
public final class FormAuthenticator implements Authenticator {
    /** The path that a login form is sent to, below whatever directory. */
    private static final String ACTION = "/j_security_check";

    private final LoginConfig config;
    private final AuthenticatorSettings settings;
    private final AwaitedLogins awaited;

    FormAuthenticator(LoginConfig config, AuthenticatorSettings settings) {
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
    public AuthMethod method() {
        return AuthMethod.FORM;
    }

    /** Whether a path is that of the login itself. */
    public boolean isAction(String path) {
        return path.endsWith(ACTION);
    }

    /**
     * Puts the request that was kept in the place of this one, if it leads there: also where the
     * method of this one needs no login.
     */
    public void restore(LoginRequest login, Session session) {
        SavedRequest saved = SessionLogin.of(session).saved();
        if (saved == null || !saved.path().equals(login.path())) {
            return;
        }
        SessionLogin.forget(session);
        if (saved.hasMore() && login.asksFor(saved)) {
            login.replay(saved);
        }
    }

    @Override
    public UserPrincipal authenticate(LoginRequest login, Realm realm)
            throws ServletException, IOException {
        HttpServletResponse response = login.response();
        // Under the address of something else: nobody must keep it.
        response.setHeader("Cache-Control", "no-store");
        if (isAction(login.path())) {
            return check(login, realm);
        }
        Session session = login.session(true);
        boolean part = isPartOfPage(login.request()) && SessionLogin.of(session).saved() != null;
        if (!part) {
            SavedRequest saved = login.save();
            if (saved == null) {
                response.sendError(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
                return null;
            }
            SessionLogin.save(session, saved, settings.authenticationSessionTimeout(), awaited);
        }
        login.show(config.loginPage());
        return null;
    }

    /** Images and styles of a login page that are protected too: not what the user asked for. */
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
            // What stands in an address is in logs and histories: no password is taken from there.
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

    /** Sends who has logged in, just now or before, to what was asked for. */
    public void redirect(LoginRequest login, Session session) throws IOException {
        SavedRequest saved = SessionLogin.of(session).saved();
        String root = login.request().getContextPath();
        String location =
                saved != null
                        ? saved.location()
                        : settings.landingPage() != null
                                ? root + settings.landingPage()
                                : root + "/";
        boolean old = login.request().getProtocol().equals("HTTP/1.0");
        login.response().sendRedirect(location, old ? 302 : 303);
    }
}
