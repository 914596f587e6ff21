package dev.serval.security;

/**
 * The settings of all authenticators. Immutable; names and defaults are Tomcat's.
 *
 * @param alwaysUseSession whether a login makes a session; default false
 * @param cache whether a session remembers who has logged in; default true
 * @param changeSessionIdOnAuthentication default true (CWE-384)
 * @param disableProxyCaching whether protected answers are for the client alone; default true
 * @param securePagesWithPragma whether they are not to be kept at all; default false
 * @param sendAuthInfoResponseHeaders whether protected answers tell by whom, and how, in {@code
 *     remote-user} and {@code auth-type}; default false
 * @param allowCorsPreflight which requests of browsers that only ask what a page of elsewhere may
 *     do need no login; default NEVER
 * @param ssoReauthenticationMode what a login elsewhere in the host counts; default DEFAULT
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

    /** What a login that is shared with other applications counts in this one. */
    public enum Reauthentication {
        /** What the SingleSignOn says. */
        DEFAULT,
        /** It counts where the realm is the same. */
        PRINCIPAL,
        /** The realm has to find the password right that was given elsewhere. */
        PASSWORD,
        /** Nothing: users log in here, too. */
        FULL
    }
}
