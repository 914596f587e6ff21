package dev.serval.security;

import jakarta.servlet.ServletException;
import java.io.IOException;

/** A way to log in (Servlet 6.1 §13.6). Thread-safe. */
public sealed interface Authenticator
        permits BasicAuthenticator,
                CertificateAuthenticator,
                DigestAuthenticator,
                FormAuthenticator,
                NonLoginAuthenticator {

    AuthMethod method();

    /**
     * Who makes the request; null when that is not known, and the response says how to prove it.
     *
     * @param realm that knows the users
     */
    UserPrincipal authenticate(LoginRequest login, Realm realm)
            throws ServletException, IOException;

    /** The one for an application; a valve goes before web.xml. */
    static Authenticator of(LoginConfig config, AuthenticatorSettings settings) {
        AuthMethod method = settings.method() != null ? settings.method() : config.method();
        return switch (method) {
            case BASIC -> new BasicAuthenticator(config, settings);
            case DIGEST -> new DigestAuthenticator(config, settings);
            case FORM -> new FormAuthenticator(config, settings);
            case CLIENT_CERT -> new CertificateAuthenticator();
            case NONE -> new NonLoginAuthenticator();
        };
    }
}
