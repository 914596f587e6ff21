package org.apache.catalina.filters;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/**
 * Lets requests in by the address of the client. Thread-safe; named by applications in their
 * web.xml.
 *
 * <p>Init parameters: {@code allow} and {@code deny}, regular expressions of which one is needed;
 * {@code denyStatus} (403), the answer to all others.
 */
public final class RemoteAddrFilter implements Filter {
    private AddressPattern clients;

    @Override
    public void init(FilterConfig config) throws ServletException {
        clients = new AddressPattern(config);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (clients.admits(request.getRemoteAddr(), response)) {
            chain.doFilter(request, response);
        }
    }
}
