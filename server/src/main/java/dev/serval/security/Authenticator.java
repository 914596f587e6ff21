package dev.serval.security;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/** A way to log in to one application (Servlet 6.1 §13.6). Thread-safe. */
public interface Authenticator {
    /** The result of {@code getAuthType}; null if users are not asked to log in. */
    String authType();

    /**
     * The user who makes the request; null if the user is not known, and the response says how to
     * log in. If the response says nothing, it becomes a 403.
     *
     * @param realm that has the users
     */
    UserPrincipal authenticate(LoginRequest login, Realm realm)
            throws ServletException, IOException;

    /**
     * Whether a request itself shows who makes it: then {@link #authenticate} is also called for
     * open resources, where a page or an error in answer to others would be wrong.
     */
    default boolean shows(HttpServletRequest request) {
        return false;
    }

    /** Whether a name and a password can prove who a user is ({@code HttpServletRequest.login}). */
    default boolean takesPasswords() {
        return true;
    }

    /** Whether a session has to remember who has logged in, regardless of the settings. */
    default boolean needsSession() {
        return false;
    }

    /**
     * Whether a path belongs to the login itself: {@link #authenticate} is called without a
     * constraint, and no servlet is called.
     */
    default boolean isAction(String path) {
        return false;
    }

    /** Answers a request for such a path by a user who has logged in just now or before. */
    default void answer(LoginRequest login) throws IOException {}

    /** Called before the first login. If it throws, its application is not served. */
    default void start() {}

    /** Called after the last login if it was started. Must end within seconds. */
    default void stop() {}
}
