package dev.serval.filters;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/**
 * Begins a session before the application sees the request. Thread-safe; named by applications in
 * their web.xml. It has no init parameters.
 */
public class SessionInitializerFilter implements Filter {
    @Override
    public void init(FilterConfig config) throws ServletException {
        new FilterParameters(config);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest http) {
            http.getSession();
        }
        chain.doFilter(request, response);
    }
}
