package dev.serval.filters;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.TreeSet;

/**
 * Tells what has come to it: the ends of its connection, attributes of CORS, a parameter, whether
 * there is a session.
 */
public final class EchoServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String type = request.getParameter("type");
        if (type != null) {
            response.setContentType(type);
        }
        StringBuilder text = new StringBuilder();
        for (String name : new TreeSet<>(Collections.list(request.getAttributeNames()))) {
            if (name.startsWith("cors.") || name.endsWith(".Count")) {
                text.append(name).append('=').append(request.getAttribute(name)).append(';');
            }
        }
        text.append("session=").append(request.getSession(false) != null).append(';');
        if ("ends".equals(request.getQueryString())) {
            text.append("ends=")
                    .append(request.getRemoteAddr())
                    .append(' ')
                    .append(request.getRequestURL())
                    .append(" secure=")
                    .append(request.isSecure())
                    .append(" xff=")
                    .append(request.getHeader("X-Forwarded-For"));
        }
        String url = request.getParameter("url");
        if (url != null) {
            text.append("url=").append(response.encodeURL(url)).append(';');
        }
        String parameter = request.getParameter("p");
        if (parameter != null) {
            text.append("p=");
            parameter.chars().forEach(c -> text.append(Integer.toHexString(c)).append(' '));
        }
        response.getWriter().print(text);
    }
}
