package dev.serval.benchmarks.faults.application;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Throws before or behind the rest of the chain, and at its end. Thread-safe. */
public final class ErrorFilter extends HttpFilter {
    private static final long serialVersionUID = 1;

    @Override
    protected void doFilter(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String wanted = Thrown.wantedBy(request);
        Thrown.at("filterBefore", wanted);
        chain.doFilter(request, response);
        Thrown.at("filterBehind", wanted);
    }

    @Override
    public void destroy() {
        Thrown.error("class");
    }
}
