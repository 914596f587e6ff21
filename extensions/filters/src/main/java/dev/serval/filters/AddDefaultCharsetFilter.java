package dev.serval.filters;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.Charset;

/**
 * Gives every text a character set, so that no browser guesses one. Thread-safe; named by
 * applications in their web.xml.
 *
 * <p>Init parameter: {@code encoding} (default ISO-8859-1), a character set, {@code default}
 * (ISO-8859-1) or {@code system} (that of the JVM).
 */
public class AddDefaultCharsetFilter implements Filter {
    private static final String LATIN = "ISO-8859-1";

    private String encoding;

    @Override
    public void init(FilterConfig config) throws ServletException {
        FilterParameters parameters = new FilterParameters(config, "encoding");
        encoding =
                switch (parameters.text("encoding", "default")) {
                    case "default" -> LATIN;
                    case "system" -> Charset.defaultCharset().name();
                    default -> parameters.charset("encoding", LATIN);
                };
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        boolean wraps = response instanceof HttpServletResponse;
        chain.doFilter(
                request,
                wraps ? new TextResponse((HttpServletResponse) response, encoding) : response);
    }
}
