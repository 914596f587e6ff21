package dev.serval.examples;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;

/** Shows the server's data of a request. */
@WebServlet("/request")
public final class RequestServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        StringBuilder rows = new StringBuilder("<div class=\"result scroll\"><table>");
        row(rows, "Method", request.getMethod());
        row(rows, "URI", request.getRequestURI());
        row(rows, "Query", String.valueOf(request.getQueryString()));
        row(rows, "Protocol", request.getProtocol());
        row(rows, "Client", request.getRemoteAddr());
        row(
                rows,
                "Noted by TimingFilter",
                String.valueOf(request.getAttribute(TimingFilter.START)));
        for (String name : Collections.list(request.getHeaderNames())) {
            row(rows, name, String.join(", ", Collections.list(request.getHeaders(name))));
        }
        Page.write(
                response,
                "Request",
                "What the server knows of your request. A filter before the servlet has noted when it"
                        + " came.",
                rows.append("</table></div>").toString(),
                RequestServlet.class);
    }

    private static void row(StringBuilder rows, String name, String value) {
        rows.append("<tr><th scope=\"row\">")
                .append(Page.escape(name))
                .append("</th><td>")
                .append(Page.escape(value))
                .append("</td></tr>");
    }
}
