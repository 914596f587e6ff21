package dev.serval.examples;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;

/** A filter around servlets: records when each request arrived. */
@WebFilter(urlPatterns = {"/request", "/session"})
public final class TimingFilter extends HttpFilter {
    static final String START = "dev.serval.examples.start";
    private static final long serialVersionUID = 1;

    @Override
    protected void doFilter(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        request.setAttribute(START, Instant.now());
        chain.doFilter(request, response);
    }
}
