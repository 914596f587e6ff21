package dev.serval.benchmarks.faults.application;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** Says how many sessions its application has. Thread-safe. */
public final class SessionsServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final AtomicLong LIVE = new AtomicLong();

    /** Counts them. Thread-safe. */
    public static final class Counter implements HttpSessionListener {
        @Override
        public void sessionCreated(HttpSessionEvent event) {
            LIVE.incrementAndGet();
        }

        @Override
        public void sessionDestroyed(HttpSessionEvent event) {
            LIVE.decrementAndGet();
        }
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setContentType("text/plain");
        response.getOutputStream().print("sessions=" + LIVE.get());
    }
}
