package dev.serval.filters;

import dev.serval.valve.address.ClientRule;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Pattern;

/** Lets requests in by regular expressions for their client. Thread-safe after init. */
abstract class PatternFilter implements Filter {
    private ClientRule rule;
    private int status;

    /** Reads {@code allow}, {@code deny} and {@code denyStatus}. */
    @Override
    public void init(FilterConfig config) throws ServletException {
        FilterParameters parameters = new FilterParameters(config, "allow", "deny", "denyStatus");
        status = parameters.denyStatus();
        Pattern allow = parameters.pattern("allow");
        Pattern deny = parameters.pattern("deny");
        if (allow == null && deny == null) {
            throw parameters.problem("allow", "or deny is needed");
        }
        rule = new ClientRule(allow, deny);
    }

    /** The text that the expressions have to match. */
    abstract String client(ServletRequest request);

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (rule.allows(client(request))) {
            chain.doFilter(request, response);
        } else {
            ((HttpServletResponse) response).sendError(status);
        }
    }
}
