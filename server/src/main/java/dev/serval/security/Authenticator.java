package dev.serval.security;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/** A way to log in to one application (Servlet 6.1 §13.6). Thread-safe. */
public interface Authenticator {
    /** What {@code getAuthType} answers; null where nobody is asked to log in. */
    String authType();

    /**
     * Who makes the request; null when that is not known, and the response says how to prove it.
     * One that says nothing then becomes a 403.
     *
     * @param realm that knows the users
     */
    UserPrincipal authenticate(LoginRequest login, Realm realm)
            throws ServletException, IOException;

    /**
     * Whether a request shows by itself who makes it: then {@link #authenticate} is asked also for
     * what is open to everybody, where a page or an error in answer to others would be wrong.
     */
    default boolean shows(HttpServletRequest request) {
        return false;
    }

    /** Whether a name and a password prove who somebody is ({@code HttpServletRequest.login}). */
    default boolean takesPasswords() {
        return true;
    }

    /** Whether a session has to remember who has logged in, whatever the settings say. */
    default boolean needsSession() {
        return false;
    }

    /**
     * Whether a path is one of the login itself: {@link #authenticate} is asked without a
     * constraint, and no servlet.
     */
    default boolean isAction(String path) {
        return false;
    }

    /** Answers a request for such a path, of somebody who has logged in just now or before. */
    default void answer(LoginRequest login) throws IOException {}

    /** Before the first login. What it throws keeps its application from being served. */
    default void start() {}

    /** After the last login, when it was started. Must end within seconds. */
    default void stop() {}
}
