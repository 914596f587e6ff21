package dev.serval.websocket.container;

import dev.serval.lifecycle.UpgradeFilter;
import dev.serval.websocket.handshake.ServerHandshake;
import dev.serval.websocket.path.PathTable;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Handles the requests for WebSocket that match an endpoint. Thread-safe. */
final class EndpointFilter implements UpgradeFilter {
    private final LazyContainer lazy;

    EndpointFilter(LazyContainer lazy) {
        this.lazy = lazy;
    }

    @Override
    public void init(FilterConfig config) {
        lazy.started();
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        EndpointContainer container = lazy.ifMade();
        HttpServletRequest asked = (HttpServletRequest) request;
        PathTable.Match<Deployed> found = container == null ? null : container.find(asked);
        if (found == null || !ServerHandshake.isAskedFor(asked)) {
            chain.doFilter(request, response);
            return;
        }
        Deployed endpoint = found.target();
        container
                .handshake()
                .answer(
                        asked,
                        (HttpServletResponse) response,
                        endpoint.config(),
                        endpoint.model(),
                        found.values());
    }
}
