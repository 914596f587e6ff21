package dev.serval.security;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** One request as authenticators see it. Owned by the thread that runs the call. */
public interface LoginRequest {
    HttpServletRequest request();

    HttpServletResponse response();

    /** The path that was asked for: normalised, relative to the context. */
    String path();

    /** The target as the client wrote it. */
    String target();

    /**
     * Keeps the request in a session. After the login, a GET for the same resource is replaced by
     * it; for an authenticator that needs a session.
     *
     * @param seconds that a session made for the login lasts until then
     * @param awaited the bounded set of sessions that wait for a login
     * @return false if its body is larger than the connector allows ({@code maxSavePostSize})
     */
    boolean save(int seconds, AwaitedLogins awaited) throws IOException;

    /** The location of the saved request, for a redirect; null if there is none. */
    String saved();

    /** Answers with a page of the application, as for a GET. */
    void show(String page) throws ServletException, IOException;
}
