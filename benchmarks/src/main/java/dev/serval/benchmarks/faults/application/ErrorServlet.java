package dev.serval.benchmarks.faults.application;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import java.io.IOException;

/**
 * Makes every listener hear something, in the one thread of the request, and throws itself where
 * that is wanted. Thread-safe.
 */
public final class ErrorServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private static final class Bound implements HttpSessionBindingListener {
        @Override
        public void valueBound(HttpSessionBindingEvent event) {
            Thrown.at("valueBound");
        }

        @Override
        public void valueUnbound(HttpSessionBindingEvent event) {
            Thrown.at("valueUnbound");
        }
    }

    @Override
    public void init() {
        String kind = getInitParameter("init");
        if (kind != null) {
            Thrown.error(kind);
        }
    }

    @Override
    public void destroy() {
        Thrown.error("stack");
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String wanted = Thrown.wantedBy(request);
        Thrown.want(wanted);
        try {
            Thrown.at("service");
            request.setAttribute("a", "1");
            request.setAttribute("a", "2");
            request.removeAttribute("a");
            ServletContext context = getServletContext();
            context.setAttribute("a", "1");
            context.setAttribute("a", "2");
            context.removeAttribute("a");
            HttpSession session = request.getSession();
            session.setAttribute("a", new Bound());
            session.setAttribute("a", "2");
            session.removeAttribute("a");
            request.changeSessionId();
            session.invalidate();
            response.setContentType("text/plain");
            response.getOutputStream().print("nothing was thrown");
        } finally {
            Thrown.want(null);
        }
    }
}
