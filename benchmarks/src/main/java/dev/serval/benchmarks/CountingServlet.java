package dev.serval.benchmarks;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/**
 * Counts in the session, reads it, or does without: for web applications of {@link SessionCosts}.
 */
public final class CountingServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String how = request.getQueryString();
        int n = 0;
        if (!"none".equals(how)) {
            HttpSession session = request.getSession();
            Integer before = (Integer) session.getAttribute("n");
            n = before == null ? 0 : before;
            if (before == null) {
                session.setAttribute("user", "A name and an address of a user ".repeat(8));
            }
            if (before == null || "write".equals(how)) {
                session.setAttribute("n", ++n);
            }
        }
        response.setContentType("text/plain");
        response.getOutputStream().print("n=" + n);
    }
}
