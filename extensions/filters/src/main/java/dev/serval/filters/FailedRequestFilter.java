package dev.serval.filters;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/**
 * Reads the parameters of each request before the application sees it, so that a request whose
 * parameters cannot be read is refused (400, or 413 when they are too large) and not half
 * processed. Thread-safe; named by applications in their web.xml. It has no init parameters.
 */
public class FailedRequestFilter implements Filter {
    @Override
    public void init(FilterConfig config) throws ServletException {
        new FilterParameters(config);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        // Servlet 6.1 §3.1: if parameters cannot be read, an exception is thrown, and the container
        // answers it.
        request.getParameterMap();
        chain.doFilter(request, response);
    }
}
