package dev.serval.servlet.request;

import dev.serval.security.UserPrincipal;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import java.io.IOException;

/** What a request asks the call that it belongs to. Used by the thread that runs the call. */
public interface RequestCall {
    // ---- asynchronous processing

    /**
     * The exchange stays open behind the call (Servlet 6.1 §2.3.3.3); the request has seen to it
     * that it may.
     *
     * @param given whether the application has given the request and the response
     */
    AsyncContext startAsync(ServletRequest asked, ServletResponse answered, boolean given);

    /** Whether it is to stay open, or does. */
    boolean isAsyncStarted();

    /** What {@link #startAsync} has returned; null if it was never called. */
    AsyncContext asyncContext();

    // ---- upgrade

    /** The connection is the handler's behind the call; the request has seen to it that it may. */
    <T extends HttpUpgradeHandler> T upgrade(Class<T> handlerClass) throws ServletException;

    /** Whether it will be. */
    boolean isUpgraded();

    // ---- who has logged in

    /** Finds who has logged in before, and tells the request. */
    void restoreLogin();

    /** Servlet 6.1 §13.3: null for a user is nobody. */
    boolean isInRole(UserPrincipal user, String role);

    boolean authenticate() throws ServletException, IOException;

    void login(String user, String password) throws ServletException;

    void logout() throws ServletException;
}
