package dev.serval.valve;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Encloses calls: outside of security constraints and logins, filters and servlets, and of every
 * other answer behind routing, even if no application answers. Thread-safe. It runs on a worker and
 * may block, unless it says that it {@linkplain #mayWait never waits}. With such a valve no file is
 * answered on an I/O thread.
 */
public interface CallValve extends Valve {
    /**
     * Lets the call proceed, sends the request back to routing, or answers itself. It returns
     * before an asynchronous or an upgraded exchange ends. Its exceptions are handled like those of
     * the application.
     *
     * @param request before any application has seen it; for this thread, until this returns
     * @param response fields set here are sent with every answer
     * @param chain the rest of the chain
     */
    void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException;

    /**
     * Whether the valve's own code may block, or send a request back to routing. If no valve around
     * a call does so, an I/O thread may run the call if such calls have been short. Always the
     * same; true by default.
     */
    default boolean mayWait() {
        return true;
    }
}
