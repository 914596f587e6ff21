package dev.serval.tests;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Says what it was asked, as an application sees it. Stateless. */
public final class EchoServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String said =
                request.getServerName()
                        + "|"
                        + request.getContextPath()
                        + "|"
                        + request.getPathInfo()
                        + "|"
                        + request.getQueryString()
                        + "|"
                        + request.getAttribute("seen");
        byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
        response.getOutputStream().write(bytes);
    }
}
