package dev.serval.servlet.request;

import dev.serval.security.UserPrincipal;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import java.io.IOException;

/** What a request needs of the call that it belongs to. Used by the thread that runs the call. */
public interface RequestCall {
    // ---- asynchronous processing

    /**
     * The exchange stays open after the call (Servlet 6.1 §2.3.3.3); the request has checked that
     * this is allowed.
     *
     * @param given whether the application has given the request and the response
     */
    AsyncContext startAsync(ServletRequest asked, ServletResponse answered, boolean given);

    /** Whether the exchange will stay open, or does. */
    boolean isAsyncStarted();

    /** The result of {@link #startAsync}; null if it was never called. */
    AsyncContext asyncContext();

    // ---- upgrade

    /**
     * The handler gets the connection after the call; the request has checked that this is allowed.
     */
    <T extends HttpUpgradeHandler> T upgrade(Class<T> handlerClass) throws ServletException;

    /** Whether the handler will get the connection. */
    boolean isUpgraded();

    // ---- who has logged in

    /** Finds the user who has logged in before, and sets it in the request. */
    void restoreLogin();

    /** Servlet 6.1 §13.3: without a user the result is false. */
    boolean isInRole(UserPrincipal user, String role);

    boolean authenticate() throws ServletException, IOException;

    void login(String user, String password) throws ServletException;

    void logout() throws ServletException;
}
