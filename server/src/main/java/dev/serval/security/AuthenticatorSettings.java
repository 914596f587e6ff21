package dev.serval.security;

/**
 * The settings of all authenticators. Immutable; names and defaults are Tomcat's.
 *
 * @param alwaysUseSession whether a login makes a session; default false
 * @param cache whether a session remembers who has logged in; default true
 * @param changeSessionIdOnAuthentication default true (CWE-384)
 * @param disableProxyCaching whether protected answers are for the client alone; default true
 * @param securePagesWithPragma whether they must not be stored at all; default false
 * @param sendAuthInfoResponseHeaders whether protected answers name the user and the authentication
 *     type in {@code remote-user} and {@code auth-type}; default false
 * @param allowCorsPreflight which CORS-preflight requests of browsers need no login; default NEVER
 * @param ssoReauthenticationMode how a login elsewhere in the host counts; default DEFAULT
 */
public record AuthenticatorSettings(
        boolean alwaysUseSession,
        boolean cache,
        boolean changeSessionIdOnAuthentication,
        boolean disableProxyCaching,
        boolean securePagesWithPragma,
        boolean sendAuthInfoResponseHeaders,
        CorsPreflight allowCorsPreflight,
        Reauthentication ssoReauthenticationMode) {
    public static final AuthenticatorSettings DEFAULTS =
            new AuthenticatorSettings(
                    false,
                    true,
                    true,
                    true,
                    false,
                    false,
                    CorsPreflight.NEVER,
                    Reauthentication.DEFAULT);

    /** Whether no login elsewhere counts. */
    public boolean isFull() {
        return ssoReauthenticationMode == Reauthentication.FULL;
    }

    /** Which CORS-preflight requests (Fetch §4.8) are answered without a login. */
    public enum CorsPreflight {
        NEVER,
        /** Where a CorsFilter is mapped to all paths. */
        FILTER,
        ALWAYS
    }

    /** How a login that is shared with other applications counts in this one. */
    public enum Reauthentication {
        /** As the SingleSignOn says. */
        DEFAULT,
        /** It counts where the realm is the same. */
        PRINCIPAL,
        /** The realm has to accept the password that was given elsewhere. */
        PASSWORD,
        /** It does not count: users log in here, too. */
        FULL
    }
}
