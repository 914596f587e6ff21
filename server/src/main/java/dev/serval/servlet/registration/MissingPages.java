package dev.serval.servlet.registration;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** For applications: answers 501 in place of JSP pages, which need an engine. Thread-safe. */
public final class MissingPages extends HttpServlet {
    private static final String WITHOUT_ENGINE =
            "JSP pages are executed where the application brings a JSP engine in WEB-INF/lib; this"
                    + " one has none.";

    private static final long serialVersionUID = 1;

    /**
     * The message if nothing executes pages.
     *
     * @param engine the class of the servlet that executes pages; null if the application has none
     */
    static String sentence(String engine) {
        return engine == null
                ? WITHOUT_ENGINE
                : "The application brings a JSP engine, but nothing maps it: JSP pages are executed"
                        + " where web.xml maps a servlet of the class "
                        + engine
                        + " to *.jsp.";
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (request.getDispatcherType() == DispatcherType.ERROR
                && request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE)
                        instanceof Integer status) {
            // The error stays the same, even if it cannot be described.
            response.sendError(status);
            return;
        }
        response.sendError(HttpServletResponse.SC_NOT_IMPLEMENTED, WITHOUT_ENGINE);
    }
}
