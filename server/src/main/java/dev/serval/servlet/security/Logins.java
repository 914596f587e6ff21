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
     * Finds who has logged in before: in front of the server, in the session of the request, or
     * anywhere in the host. Whom a realm has found that is none of the application's any more has
     * not: the one that follows may know another user by that name, or give other roles.
     */
    public void restore(ApiRequest request) {
        Realm realm = given.realm(request);
        PresetLogin preset = preset(request);
        if (preset != null) {
            UserPrincipal user = realm.find(preset.user());
            if (user == null && preset.trusted()) {
                user = new UserPrincipal(preset.user(), Set.of());
            }
            if (user != null) {
                request.identity(user, preset.authType());
            }
            return;
        }
        if (settings.cache() || authenticator.needsSession()) {
            SessionLogin known = SessionLogin.of(request.session(false));
            if (known.principalOf(realm) != null) {
                request.identity(known.principalOf(realm), known.authType());
                return;
            }
        }
        SingleSignOn shared = given.singleSignOn(request);
        SharedLogin elsewhere = shared == null ? null : shared.find(request.getCookies());
        UserPrincipal user = elsewhere == null ? null : elsewhere.principalOf(realm);
        if (user != null && !shared.requiresReauthentication()) {
            request.identity(user, elsewhere.authType());
        }
    }

    /** Whether a peer in front has told who makes the request. */
    boolean isPreset(ApiRequest request) {
        return preset(request) != null;
    }

    /** Null unless a peer in front has told who makes the request. */
    private static PresetLogin preset(ApiRequest request) {
        Forwarded forwarded = request.exchange().forwarded();
        return forwarded == null ? null : forwarded.login();
    }

    /**
     * Who has logged in before; whom the host knows gets a session here. Null if there is nobody.
     */
    UserPrincipal known(Login login) {
        UserPrincipal user = login.asked().principal();
        Realm realm = given.realm(login.asked());
        SingleSignOn shared = given.singleSignOn(login.asked());
        if (shared == null
                || isPreset(login.asked())
                || SessionLogin.of(login.session(false)).principalOf(realm) != null) {
            return user;
        }
        SharedLogin elsewhere = shared.find(login.asked().getCookies());
        if (elsewhere == null) {
            return user;
        }
        if (shared.requiresReauthentication()) {
            user = elsewhere.authenticate(realm, login.asked().getRemoteAddr());
        }
        if (user != null && !enter(login, user, elsewhere.authType(), elsewhere)) {
            user = null; // logged out at this moment
        }
        login.asked().identity(user, elsewhere.authType());
        return user;
    }

    /** Whether a request shows by itself who makes it. */
    boolean shows(ApiRequest request) {
        return authenticator.shows(request);
    }

    /** Null when that is not known, and the response says how to prove it, or 403. */
    public UserPrincipal authenticate(Login login) throws ServletException, IOException {
        if (isPreset(login.asked())) {
            // Not known, and no password of somebody else counts.
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

    /** The authenticator should have said something: else the response would be an empty 200. */
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

    /** Null unless passwords are asked for again. */
    private PasswordKept asked(ApiRequest request) {
        SingleSignOn shared = given.singleSignOn(request);
        return shared != null && shared.requiresReauthentication()
                ? new PasswordKept(given.realm(request))
                : null;
    }

    private void register(Login login, UserPrincipal user, String authType, PasswordKept asked) {
        Realm realm = given.realm(login.asked());
        SingleSignOn shared = given.singleSignOn(login.asked());
        boolean shares = shared != null && !login.answered().isCommitted();
        if (login.session(shares || settings.alwaysUseSession()) != null) {
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

    /**
     * The session remembers who has logged in.
     *
     * @param part of which login of the host; null if there is none
     * @return false when that has ended
     */
    private boolean enter(Login login, UserPrincipal user, String authType, SharedLogin part) {
        Session session = login.session(true);
        Realm realm = given.realm(login.asked());
        boolean known = user.equals(SessionLogin.of(session).principalOf(realm));
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
            // Whoever catches what the method declares gets this too; else it becomes a 503.
            throw new ServletException("the login failed: " + e.getMessage(), e);
        }
        if (user == null) {
            throw new ServletException("the login failed");
        }
        // getAuthType must not be null for somebody who has logged in.
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
