package dev.serval.tests;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Says which filters and which servlet a request has come through; dispatches where the parameters
 * {@code forward}, {@code include}, {@code async} or {@code error} say so, by path or by a name.
 * Named by descriptors, for which it is public.
 */
public final class ChainedServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String forward = request.getParameter("forward");
        String include = request.getParameter("include");
        if (request.getDispatcherType() != DispatcherType.REQUEST) {
            response.getWriter().print(ChainedFilter.passed(request) + getServletName());
        } else if (forward != null) {
            dispatcher(forward).forward(request, response);
        } else if (include != null) {
            dispatcher(include).include(request, response);
        } else if (request.getParameter("async") != null) {
            request.startAsync().dispatch(request.getParameter("async"));
        } else if (request.getParameter("error") != null) {
            response.sendError(499);
        } else {
            response.getWriter().print(ChainedFilter.passed(request) + getServletName());
        }
    }

    private RequestDispatcher dispatcher(String to) {
        return to.startsWith("/")
                ? getServletContext().getRequestDispatcher(to)
                : getServletContext().getNamedDispatcher(to);
    }
}
