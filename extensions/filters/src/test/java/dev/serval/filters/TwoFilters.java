package dev.serval.filters;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** An application that says something of freshness itself, behind an ExpiresFilter. */
public final class TwoFilters implements Filter {
    private final ExpiresFilter expires = new ExpiresFilter();

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        expires.init(Configured.with("ExpiresDefault", "access plus 1 day"));
        expires.doFilter(
                request,
                response,
                (in, out) -> {
                    HttpServletResponse http = (HttpServletResponse) out;
                    switch (((HttpServletRequest) in).getQueryString()) {
                        case "max-age" -> http.setHeader("Cache-Control", "private, max-age=5");
                        case "expires" -> http.setDateHeader("Expires", 0);
                        case "lines" -> {
                            http.setHeader("Cache-Control", "private");
                            http.addHeader("Cache-Control", "must-revalidate");
                        }
                        case "late-line" -> {
                            http.setHeader("Cache-Control", "private");
                            http.addHeader("Cache-Control", "max-age=7");
                        }
                        default -> http.setHeader("Cache-Control", "private");
                    }
                    chain.doFilter(in, out);
                });
    }
}
