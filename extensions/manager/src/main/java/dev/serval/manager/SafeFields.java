package dev.serval.manager;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Adds the fields that keep browsers from mixing the manager with others. Thread-safe. */
public final class SafeFields implements Filter {
    /** Nothing from elsewhere, and no script or style within a page. */
    private static final String POLICY =
            "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
                    + " object-src 'none'; img-src 'self' data:";

    @Override
    public void doFilter(ServletRequest request, ServletResponse answer, FilterChain chain)
            throws IOException, ServletException {
        HttpServletResponse response = (HttpServletResponse) answer;
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "same-origin");
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
        response.setHeader("Content-Security-Policy", POLICY);
        chain.doFilter(request, response);
    }
}
