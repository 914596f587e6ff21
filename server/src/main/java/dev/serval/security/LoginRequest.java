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
     * Keeps the request in a session. After the login, a GET of the same place gets it again; for
     * an authenticator that needs a session.
     *
     * @param seconds that a session lasts until then which is made for the login
     * @param awaited those that wait for a login, of which there are not too many
     * @return false when its body is larger than the connector allows ({@code maxSavePostSize})
     */
    boolean save(int seconds, AwaitedLogins awaited) throws IOException;

    /** Where the request that is kept leads, for a redirect; null if none is kept. */
    String saved();

    /** Answers with a page of the application, which is got whatever the method is. */
    void show(String page) throws ServletException, IOException;
}
