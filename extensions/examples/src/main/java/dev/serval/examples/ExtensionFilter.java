package dev.serval.examples;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers that the extension for WebSocket is missing instead of a page that needs it. */
@WebFilter({"/chat.html", "/drawing.html", "/echo.html"})
public final class ExtensionFilter extends HttpFilter {
    private static final long serialVersionUID = 1;

    @Override
    protected void doFilter(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (getServletContext().getAttribute("jakarta.websocket.server.ServerContainer") != null) {
            chain.doFilter(request, response);
            return;
        }
        response.setStatus(HttpServletResponse.SC_NOT_IMPLEMENTED);
        Page.write(
                response,
                "An extension is missing",
                "This example needs the extension <code>serval-websocket</code>, which the"
                        + " distribution has in <code>lib/extensions</code>.",
                "",
                ExtensionFilter.class);
    }
}
