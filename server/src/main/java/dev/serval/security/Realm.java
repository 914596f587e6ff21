package dev.serval.security;

import java.security.cert.X509Certificate;

/**
 * Knows users, what proves who they are, and their roles (Servlet 6.1 §13.2). Thread-safe; called
 * by threads that may wait. Never says why it refuses, and takes the same time for a user that it
 * does not know. Where too many ask at once it throws {@link LoginsBusyException}.
 */
public interface Realm {
    /** Knows nobody. */
    Realm NOBODY = new NoRealm();

    /**
     * The user whose password that is; null when it is not right.
     *
     * @param client the address that the request says it comes from, so that one client does not
     *     keep all others waiting; null if it is not known
     */
    UserPrincipal authenticate(String user, String password, String client);

    /** The same, where the client is not known. */
    default UserPrincipal authenticate(String user, String password) {
        return authenticate(user, password, null);
    }

    /**
     * The user whose answer to a challenge that is (RFC 7616 §3.4.1); null when it is not right.
     */
    UserPrincipal authenticate(DigestAnswer answer);

    /** The user of a certificate that TLS has verified; null for nobody. */
    UserPrincipal authenticate(X509Certificate certificate);

    /**
     * The user of that name, whoever has proven that it is them; null for nobody, also where users
     * cannot be looked up.
     */
    default UserPrincipal find(String user) {
        return null;
    }

    /** Before the first login. What it throws keeps the server from starting. */
    default void start() {}

    /**
     * After the last login, when it was started: ends work in the background, releases what it
     * holds.
     */
    default void stop() {}
}
