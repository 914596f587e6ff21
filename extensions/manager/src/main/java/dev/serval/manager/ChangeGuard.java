package dev.serval.manager;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.Set;

/**
 * Keeps pages of other sites from making changes with the login of a user who visits them
 * (CWE-352): a change needs the field {@link #FIELD}, which the browser sends to another site only
 * after a preflight, which is not answered. If the browser names the requesting page, this page has
 * to be of this server. Stateless, thread-safe.
 */
public final class ChangeGuard implements Filter {
    /** The field of each request that changes something; its value is 1. */
    static final String FIELD = "X-Serval-Manager";

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    @Override
    public void doFilter(ServletRequest given, ServletResponse answer, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest request = (HttpServletRequest) given;
        HttpServletResponse response = (HttpServletResponse) answer;
        response.setHeader("Cache-Control", "no-store");
        if (SAFE.contains(request.getMethod()) || isOurs(request)) {
            chain.doFilter(request, response);
        } else {
            response.sendError(
                    HttpServletResponse.SC_FORBIDDEN,
                    "A change needs the field " + FIELD + ": 1, and no page of another site.");
        }
    }

    private static boolean isOurs(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        return "1".equals(request.getHeader(FIELD))
                && (site == null || site.equals("same-origin"))
                && isOfThisHost(request.getHeader("Origin"), request.getHeader("Host"));
    }

    /**
     * Whether a page is of the requested server.
     *
     * @param origin of the page, or its URL; null if the client names none
     */
    static boolean isOfThisHost(String origin, String host) {
        if (origin == null) {
            return true;
        }
        try {
            String authority = URI.create(origin).getRawAuthority();
            return authority != null
                    && host != null
                    && authority.toLowerCase(Locale.ROOT).equals(host.toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
