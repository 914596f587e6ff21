package dev.serval.servlet.registration;

import dev.serval.http.Refusal;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.FileNotFoundException;
import java.io.IOException;

/** Answers 404 if no servlet is mapped, so that filters run there, too. Thread-safe. */
public final class NotFoundServlet extends HttpServlet implements Refusing {
    private static final long serialVersionUID = 1;

    @Override
    public Refusal refusal() {
        return Refusal.NOT_FOUND;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (request.getDispatcherType() == DispatcherType.INCLUDE) {
            // Servlet 6.1 §9.3: an error that is sent would be ignored.
            throw new FileNotFoundException(
                    (String) request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI));
        }
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }
}
