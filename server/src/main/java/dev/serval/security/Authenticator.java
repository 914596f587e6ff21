package dev.serval.security;

import jakarta.servlet.ServletException;
import java.io.IOException;

/** A way to log in (Servlet 6.1 §13.6). Thread-safe. */
public interface Authenticator {
    AuthMethod method();

    /**
     * Who makes the request; null when that is not known, and the response says how to prove it.
     *
     * @param realm that knows the users
     */
    UserPrincipal authenticate(LoginRequest login, Realm realm)
            throws ServletException, IOException;
}
