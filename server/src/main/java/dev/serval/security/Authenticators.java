package dev.serval.security;

/** Makes the ways to log in. Stateless. */
public final class Authenticators {
    private Authenticators() {}

    /** The one for an application; a valve goes before web.xml. */
    public static Authenticator of(LoginConfig config, AuthenticatorSettings settings) {
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
