package dev.serval.security;

import java.security.cert.X509Certificate;

/**
 * Knows users, what proves who they are, and their roles (Servlet 6.1 §13.2). Thread-safe; called
 * by threads that may wait. Never says why it refuses, and takes the same time for a user that it
 * does not know. If too many ask at once, or the source of the users does not answer, it throws
 * {@link LoginsBusyException}.
 */
public interface Realm {
    /** A realm without users. */
    Realm NOBODY = new NoRealm();

    /**
     * The user with that password; null if it is wrong.
     *
     * @param client the client's address according to the request, so that one client does not keep
     *     all others waiting; null if it is not known
     */
    UserPrincipal authenticate(String user, String password, String client);

    /** The same if the client is not known. */
    default UserPrincipal authenticate(String user, String password) {
        return authenticate(user, password, null);
    }

    /** The user of that answer to a challenge (RFC 7616 §3.4.1); null if it is wrong. */
    UserPrincipal authenticate(DigestAnswer answer);

    /** The user of a certificate that TLS has verified; null if there is none. */
    UserPrincipal authenticate(X509Certificate certificate);

    /**
     * The user of that name, whose identity was proven elsewhere; null if there is none, or if
     * users cannot be looked up.
     */
    default UserPrincipal find(String user) {
        return null;
    }

    /**
     * A user who has logged in before, with the present roles; null if there is no such user any
     * more. Called for each request of the user, so it must not take long; see {@link #mayWait}.
     * The default leaves users as they were when they logged in.
     */
    default UserPrincipal current(UserPrincipal user) {
        return user;
    }

    /**
     * Whether {@link #current} may wait, for example for a database: then no request runs on an I/O
     * thread. Called for each request. Default false.
     */
    default boolean mayWait() {
        return false;
    }

    /** Called before the first login. If it throws, the server does not start. */
    default void start() {}

    /** Called after the last login if it was started: ends background work, releases resources. */
    default void stop() {}
}
