package dev.serval.security;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a valve of an authenticator says. Immutable; names and defaults are those of Tomcat's
 * BasicAuthenticator, DigestAuthenticator and FormAuthenticator.
 *
 * @param method that the valve is for, whatever web.xml says; null without a valve
 * @param alwaysUseSession whether a login makes a session; default false
 * @param cache whether a session remembers who has logged in; default true
 * @param changeSessionIdOnAuthentication default true (CWE-384)
 * @param disableProxyCaching whether protected answers are for the client alone; default true
 * @param securePagesWithPragma whether they are not to be kept at all; default false
 * @param charset of BASIC, told to clients (RFC 7617 §2.1); null for ISO-8859-1; default UTF-8
 * @param algorithms of DIGEST, the preferred one first; default SHA-256, MD5
 * @param nonceValidity milliseconds; default 300,000
 * @param nonceCacheSize nonces in use that are remembered; default 1000
 * @param nonceCountWindowSize how far requests of one nonce may overtake each other; default 100
 * @param validateUri whether the uri of DIGEST has to be that of the request; default true
 * @param landingPage where a login leads that nothing was asked for before; null: the root of the
 *     application
 * @param authenticationSessionTimeout seconds that a session lasts which a login has made, until it
 *     succeeds; default 120
 * @param maxAuthenticationSessions such sessions at most, each with 2 KiB of what was asked for on
 *     average; the oldest go first; Serval's own; default 10,000
 * @param characterEncoding of the form of a login; null as the application says
 */
public record AuthenticatorSettings(
        AuthMethod method,
        boolean alwaysUseSession,
        boolean cache,
        boolean changeSessionIdOnAuthentication,
        boolean disableProxyCaching,
        boolean securePagesWithPragma,
        Charset charset,
        List<DigestAlgorithm> algorithms,
        int nonceValidity,
        int nonceCacheSize,
        int nonceCountWindowSize,
        boolean validateUri,
        String landingPage,
        int authenticationSessionTimeout,
        int maxAuthenticationSessions,
        Charset characterEncoding) {
    public static final AuthenticatorSettings DEFAULTS =
            new AuthenticatorSettings(
                    null,
                    false,
                    true,
                    true,
                    true,
                    false,
                    StandardCharsets.UTF_8,
                    List.of(DigestAlgorithm.SHA_256, DigestAlgorithm.MD5),
                    300_000,
                    1000,
                    100,
                    true,
                    null,
                    120,
                    10_000,
                    null);

    public AuthenticatorSettings {
        algorithms = List.copyOf(algorithms);
    }
}
