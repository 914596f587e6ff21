package dev.serval.container;

import dev.serval.http.Refusal;
import dev.serval.servlet.registration.Refusing;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers 503 to every request. Thread-safe. */
final class Unavailable extends HttpServlet implements Refusing {
    private static final long serialVersionUID = 1;

    @Override
    public Refusal refusal() {
        return Refusal.UNAVAILABLE;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    }
}
