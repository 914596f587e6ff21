package dev.serval.security;

/**
 * What all ways to log in have in common. Immutable; names and defaults are Tomcat's.
 *
 * @param alwaysUseSession whether a login makes a session; default false
 * @param cache whether a session remembers who has logged in; default true
 * @param changeSessionIdOnAuthentication default true (CWE-384)
 * @param disableProxyCaching whether protected answers are for the client alone; default true
 * @param securePagesWithPragma whether they are not to be kept at all; default false
 */
public record AuthenticatorSettings(
        boolean alwaysUseSession,
        boolean cache,
        boolean changeSessionIdOnAuthentication,
        boolean disableProxyCaching,
        boolean securePagesWithPragma) {
    public static final AuthenticatorSettings DEFAULTS =
            new AuthenticatorSettings(false, true, true, true, false);
}
