package dev.serval.filters;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/**
 * Sets the character set of the parameters of a request. Thread-safe; named by applications in
 * their web.xml.
 *
 * <p>Init parameters: {@code encoding} (without it nothing is done), {@code ignore} (false; true:
 * also where the client or the application names another one).
 */
public class SetCharacterEncodingFilter implements Filter {
    private String encoding;
    private boolean ignore;

    @Override
    public void init(FilterConfig config) throws ServletException {
        FilterParameters parameters = new FilterParameters(config, "encoding", "ignore");
        encoding = parameters.charset("encoding", null);
        ignore = parameters.truth("ignore", false);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (encoding != null && (ignore || request.getCharacterEncoding() == null)) {
            request.setCharacterEncoding(encoding);
        }
        chain.doFilter(request, response);
    }
}
