package dev.serval.manager;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Refuses what a browser sends because a page of another site asks for it (CWE-352). For the forms
 * of the manager whose changes are GETs, as Tomcat has them: scripts say nothing of pages, and
 * pass. Stateless, thread-safe.
 */
public final class OwnPagesOnly implements Filter {
    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String site = ((HttpServletRequest) request).getHeader("Sec-Fetch-Site");
        if (site == null || site.equals("same-origin") || site.equals("none")) {
            chain.doFilter(request, response);
        } else {
            ((HttpServletResponse) response)
                    .sendError(
                            HttpServletResponse.SC_FORBIDDEN,
                            "A page of another site asks for it.");
        }
    }
}
