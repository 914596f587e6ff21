package dev.serval.container;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Shows the ends of a connection as applications see them; deployed by tests. */
public final class Ends extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        request.getSession();
        response.setContentType("text/plain");
        response.getWriter()
                .print(
                        "which="
                                + getInitParameter("which")
                                + " remote="
                                + request.getRemoteAddr()
                                + " host="
                                + request.getRemoteHost()
                                + " scheme="
                                + request.getScheme()
                                + " secure="
                                + request.isSecure()
                                + " server="
                                + request.getServerName()
                                + ":"
                                + request.getServerPort()
                                + " port="
                                + request.getRemotePort()
                                + " local="
                                + request.getLocalName()
                                + "/"
                                + request.getLocalAddr()
                                + ":"
                                + request.getLocalPort()
                                + " xff="
                                + request.getHeader("X-Forwarded-For")
                                + " by="
                                + request.getHeader("X-Forwarded-By")
                                + " url="
                                + request.getRequestURL());
    }
}
