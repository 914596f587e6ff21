package dev.serval.tests;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;

/** Adds its name to the attribute {@code chain}. Named by descriptors, for which it is public. */
public final class ChainedFilter extends HttpFilter {
    private static final long serialVersionUID = 1;

    @Override
    protected void doFilter(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        request.setAttribute("chain", passed(request) + getFilterName() + " ");
        chain.doFilter(request, response);
    }

    /** The names of those that a request has passed, each with a space behind it. */
    static String passed(HttpServletRequest request) {
        return Objects.toString(request.getAttribute("chain"), "");
    }
}
