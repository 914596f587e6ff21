package dev.serval.servlet.registration;

import dev.serval.pages.PageServlet;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** For applications: answers 501 in place of JSP pages, which need an engine. Thread-safe. */
final class MissingPages extends HttpServlet implements PageServlet {
    private static final String WITHOUT_ENGINE =
            "JSP pages are executed where the server has the extension for them, or the application"
                    + " brings a JSP engine in WEB-INF/lib; here is neither.";
    private static final String NOT_MAPPED =
            "This path leads to the servlet for files, which sends no source of a page: pages are"
                    + " executed where their path ends in .jsp or .jspx, in small letters, and no"
                    + " mapping of the application leads elsewhere.";

    private static final long serialVersionUID = 1;

    /**
     * The message if nothing executes pages.
     *
     * @param pages who could
     */
    static String sentence(Pages pages) {
        if (pages.engine() != null) {
            return NOT_MAPPED;
        }
        return pages.brought() == null
                ? WITHOUT_ENGINE
                : "The application brings a JSP engine, but nothing maps it: JSP pages are executed"
                        + " where web.xml maps a servlet of the class "
                        + pages.brought()
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
