package dev.serval.valve;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Stands around calls: outside of security constraints and logins, filters and servlets, and of
 * whatever else answers behind routing, also where no application does. Thread-safe. It runs on a
 * worker and may block. Where there is one, no file is answered on an I/O thread.
 */
public interface CallValve extends Valve {
    /**
     * Lets the call proceed, sends the request back to routing, or answers itself. It has returned
     * before an asynchronous or an upgraded exchange ends. What it throws is answered as if the
     * application had thrown it.
     *
     * @param request as it is before any application has seen it; for this thread, until this
     *     returns
     * @param response what is set here goes out with whatever answers
     * @param chain what comes behind it
     */
    void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException;
}
