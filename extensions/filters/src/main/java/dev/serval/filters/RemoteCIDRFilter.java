package dev.serval.filters;

import dev.serval.valve.address.AddressRule;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Lets requests in by the address of the client; all others get 403. Thread-safe; named by
 * applications in their web.xml.
 *
 * <p>Init parameters: {@code allow} and {@code deny}, lists of addresses and blocks such as {@code
 * 127.0.0.1, ::1, 192.168.0.0/16}, of which one is needed. Denied addresses are refused; of the
 * others the allowed ones are admitted, or all of them if only {@code deny} is given.
 */
public class RemoteCIDRFilter implements Filter {
    private AddressRule rule;

    @Override
    public void init(FilterConfig config) throws ServletException {
        FilterParameters parameters = new FilterParameters(config, "allow", "deny");
        try {
            rule = AddressRule.of(parameters.text("allow", null), parameters.text("deny", null));
        } catch (IllegalArgumentException e) {
            throw parameters.problem("allow or deny", "cannot be used: " + e.getMessage());
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (rule.allows(request.getRemoteAddr())) {
            chain.doFilter(request, response);
        } else {
            ((HttpServletResponse) response).sendError(HttpServletResponse.SC_FORBIDDEN);
        }
    }
}
