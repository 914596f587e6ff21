package dev.serval.security;

import dev.serval.session.Session;
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

    /** The session; null if there is none and none is to be created. */
    Session session(boolean create);

    /** Gives the session, if there is one, another id. */
    void changeSessionId();

    /**
     * Keeps the request for after the login; null when its body is larger than the connector allows
     * ({@code maxSavePostSize}).
     */
    SavedRequest save() throws IOException;

    /** Whether it is a GET or HEAD of the place that a request was kept of, and has no body. */
    boolean asksFor(SavedRequest saved);

    /** The application gets the kept request in place of this one. */
    void replay(SavedRequest saved);

    /** Answers with a page of the application, which is got whatever the method is. */
    void show(String page) throws ServletException, IOException;
}
