package dev.serval.servlet.security;

import dev.serval.http.Forwarded;
import dev.serval.http.PresetLogin;
import dev.serval.http.Refusal;
import dev.serval.security.Authenticator;
import dev.serval.security.AuthenticatorSettings;
import dev.serval.security.LoginsBusyException;
import dev.serval.security.PasswordKept;
import dev.serval.security.Realm;
import dev.serval.security.SessionLogin;
import dev.serval.security.SharedLogin;
import dev.serval.security.SingleSignOn;
import dev.serval.security.UserPrincipal;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.ApiResponse;
import dev.serval.session.Session;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who has logged in to one application (Servlet 6.1 §13.3, §13.6, §13.7); for {@link
 * ContextSecurity}. Thread-safe.
 */
public final class Logins {
    private static final Logger LOG = LoggerFactory.getLogger(Logins.class);

    private final SecuritySettings given;
    private final AuthenticatorSettings settings;
    private final Authenticator authenticator;
    private final AtomicBoolean toldOfSilence = new AtomicBoolean();

    Logins(SecuritySettings given) {
        this.given = given;
        settings = given.settings();
        authenticator = given.authenticator();
    }

    /**
     * Finds a user who has logged in before: at a proxy, in the session of the request, or
     * elsewhere in the host. A user that was found by a former realm of the application does not
     * count: the current realm may have another user of that name, or give other roles.
     */
    public void restore(ApiRequest request) {
        Realm realm = given.realm(request);
        PresetLogin preset = preset(request);
        if (preset != null) {
            UserPrincipal user =
                    preset.trusted()
                            ? new UserPrincipal(preset.user(), Set.of())
                            : realm.find(preset.user());
            if (user != null) {
                request.identity(user, preset.authType());
            }
            return;
        }
        if (settings.cache() || authenticator.needsSession()) {
            SessionLogin known = SessionLogin.of(request.session(false), realm);
            UserPrincipal then = known.principalOf(realm);
            if (then != null) {
                identify(request, realm.current(then), known.authType());
                return;
            }
        }
        SingleSignOn shared = given.singleSignOn(request);
        SharedLogin elsewhere = shared == null ? null : shared.find(request.getCookies());
        UserPrincipal user = elsewhere == null ? null : elsewhere.principalOf(realm);
        if (user != null && !settings.isFull() && !asksPassword(shared)) {
            identify(request, realm.current(user), elsewhere.authType());
        }
    }

    /** Sets the user; one who does not exist any more counts as not logged in. */
    private static void identify(ApiRequest request, UserPrincipal user, String authType) {
        request.identity(user, user == null ? null : authType);
    }

    /** Whether a proxy has named the user of the request. */
    boolean isPreset(ApiRequest request) {
        return preset(request) != null;
    }

    /** Null unless a proxy has named the user of the request. */
    private static PresetLogin preset(ApiRequest request) {
        Forwarded forwarded = request.exchange().forwarded();
        return forwarded == null ? null : forwarded.login();
    }

    /** Who has logged in before; a user of the host gets a session here. Null if there is none. */
    UserPrincipal known(Login login) {
        UserPrincipal user = login.asked().principal();
        Realm realm = given.realm(login.asked());
        SingleSignOn shared = given.singleSignOn(login.asked());
        if (shared == null
                || isPreset(login.asked())
                || SessionLogin.of(login.session(false), realm).principalOf(realm) != null) {
            return user;
        }
        SharedLogin elsewhere = shared.find(login.asked().getCookies());
        if (elsewhere == null || settings.isFull()) {
            return user;
        }
        if (asksPassword(shared)) {
            user = elsewhere.authenticate(realm, login.asked().getRemoteAddr());
        }
        if (user != null && !enter(login, user, elsewhere.authType(), elsewhere)) {
            user = null; // logged out at this moment
        }
        login.asked().identity(user, elsewhere.authType());
        return user;
    }

    /** Whether a request itself identifies its user. */
    boolean shows(ApiRequest request) {
        return authenticator.shows(request);
    }

    /** Null if the user is not known; then the response says how to log in, or is a 403. */
    public UserPrincipal authenticate(Login login) throws ServletException, IOException {
        if (isPreset(login.asked())) {
            // The user is not known, and no password of another user counts.
            login.answered().sendError(403);
            login.answered().because(Refusal.FORBIDDEN, "the realm does not know the preset user");
            return null;
        }
        PasswordKept asked = asked(login.asked());
        UserPrincipal user =
                authenticator.authenticate(
                        login, asked == null ? given.realm(login.asked()) : asked);
        if (user != null) {
            if (authenticator.needsSession()) {
                login.session(true);
            }
            register(login, user, authenticator.authType(), asked);
        } else if (login.answered().isUntouched()) {
            refuse(login);
        }
        return user;
    }

    /** The authenticator has given no answer: without this the response would be an empty 200. */
    private void refuse(Login login) {
        if (toldOfSilence.compareAndSet(false, true)) {
            LOG.warn(
                    "SRV-0663 {} of context '{}' found no user and gave no answer; clients get 403",
                    authenticator.getClass().getName(),
                    login.asked().getServletContext().getContextPath());
        }
        login.answered().sendError(403);
        login.answered().because(Refusal.FORBIDDEN, "the authenticator gave no answer");
    }

    /**
     * Whether a login elsewhere counts only if the realm of this application accepts its password.
     */
    private boolean asksPassword(SingleSignOn shared) {
        return switch (settings.ssoReauthenticationMode()) {
            case DEFAULT -> shared.requiresReauthentication();
            case PASSWORD -> true;
            case PRINCIPAL, FULL -> false;
        };
    }

    /** Null unless passwords are needed again. */
    private PasswordKept asked(ApiRequest request) {
        SingleSignOn shared = given.singleSignOn(request);
        return shared != null && (shared.requiresReauthentication() || asksPassword(shared))
                ? new PasswordKept(given.realm(request))
                : null;
    }

    private void register(Login login, UserPrincipal user, String authType, PasswordKept asked) {
        Realm realm = given.realm(login.asked());
        SingleSignOn shared = given.singleSignOn(login.asked());
        boolean shares = shared != null && !login.answered().isCommitted();
        if (login.session(shares || settings.alwaysUseSession()) != null) {
            SharedLogin joined = shares ? same(login, user, shared) : null;
            if (joined != null && enter(login, user, authType, joined)) {
                login.asked().identity(user, authType);
                return;
            }
            SharedLogin begun =
                    shares
                            ? shared.begin(
                                    user, authType, realm, asked == null ? null : asked.password())
                            : null;
            enter(login, user, authType, begun);
            if (begun != null) {
                login.answered().addCookie(shared.cookie(begun, login.asked().isSecure()));
            }
        }
        login.asked().identity(user, authType);
    }

    /** The login that the same user has made elsewhere; null if there is none. */
    private SharedLogin same(Login login, UserPrincipal user, SingleSignOn shared) {
        SharedLogin elsewhere = settings.isFull() ? shared.find(login.asked().getCookies()) : null;
        return elsewhere != null && user.equals(elsewhere.principalOf(given.realm(login.asked())))
                ? elsewhere
                : null;
    }

    /**
     * Stores the login in the session.
     *
     * @param part the login of the host that it belongs to; null if there is none
     * @return false if that has ended
     */
    private boolean enter(Login login, UserPrincipal user, String authType, SharedLogin part) {
        Session session = login.session(true);
        Realm realm = given.realm(login.asked());
        boolean known = user.equals(SessionLogin.of(session, realm).principalOf(realm));
        if (settings.changeSessionIdOnAuthentication() && !known) {
            login.changeSessionId();
        }
        SessionLogin.enter(session, user, authType, realm, part);
        if (part != null && !part.join(session)) {
            SessionLogin.leave(session);
            return false;
        }
        return true;
    }

    public boolean authenticate(ApiRequest request, ApiResponse response)
            throws ServletException, IOException {
        if (request.principal() != null) {
            return true;
        }
        if (response.isCommitted()) {
            throw new IllegalStateException(
                    "Servlet 6.1 §13.3: authenticate after the response was committed");
        }
        if (authenticator.authType() == null) {
            throw new ServletException(
                    "Servlet 6.1 §13.3: the application has no login-config to log in by");
        }
        Login login = new Login(request, response, request.path());
        return known(login) != null || authenticate(login) != null;
    }

    public void login(ApiRequest request, ApiResponse response, String name, String password)
            throws ServletException {
        if (request.principal() != null) {
            throw new ServletException("Servlet 6.1 §13.3: somebody has logged in already");
        }
        if (!authenticator.takesPasswords()) {
            throw new ServletException(
                    "HttpServletRequest.login: users of the application log in by "
                            + authenticator.authType()
                            + ", no password counts");
        }
        PasswordKept asked = asked(request);
        UserPrincipal user;
        try {
            user =
                    (asked == null ? given.realm(request) : asked)
                            .authenticate(name, password, request.getRemoteAddr());
        } catch (LoginsBusyException e) {
            // A caller that catches the declared exception gets this too; else it is a 503.
            throw new ServletException("the login failed: " + e.getMessage(), e);
        }
        if (user == null) {
            throw new ServletException("the login failed");
        }
        // getAuthType must not be null for a user who has logged in.
        String authType = authenticator.authType() == null ? "LOGIN" : authenticator.authType();
        register(new Login(request, response, request.path()), user, authType, asked);
    }

    public void logout(ApiRequest request) {
        Session session = request.session(false);
        if (session != null) {
            SessionLogin.leave(session);
        }
        SingleSignOn shared = given.singleSignOn(request);
        SharedLogin elsewhere = shared == null ? null : shared.find(request.getCookies());
        if (elsewhere != null) {
            elsewhere.end();
        }
        request.identity(null, null);
    }
}
