package dev.serval.examples;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts visits in a session; POST ends it. */
@WebServlet("/session")
public final class SessionServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        HttpSession session = request.getSession();
        AtomicInteger visits;
        synchronized (session) {
            visits = (AtomicInteger) session.getAttribute("visits");
            if (visits == null) {
                visits = new AtomicInteger();
                session.setAttribute("visits", visits);
            }
        }
        Page.write(
                response,
                "Session",
                "A number is kept on the server, in a session that a cookie names. It ends after 15"
                        + " minutes without a visit.",
                "<div class=\"result\"><p>Visits in this session</p><p class=\"big\">"
                        + visits.incrementAndGet()
                        + "</p></div><form method=\"post\"><button>End the session</button></form>",
                SessionServlet.class);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        HttpSession session = request.getSession(false);
        if (session != null) {
            session.invalidate();
        }
        response.sendRedirect("session");
    }
}
