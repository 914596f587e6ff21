package dev.serval.manager;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;

/**
 * Refuses requests that a browser sends for a page of another site (CWE-352). For the forms of the
 * manager whose changes are GETs, as in Tomcat: scripts name no page, and pass. Stateless,
 * thread-safe.
 *
 * <p>Browsers name the requesting site (Sec-Fetch-Site) if they trust the connection to the server:
 * by TLS, or on the same machine. Otherwise, and for old browsers, a change needs an Origin or
 * Referer of this server; since a page can suppress these fields, a browser that sends none of them
 * changes nothing.
 */
public final class OwnPagesOnly implements Filter {
    /** The commands that change nothing; all others do, also those that are added later. */
    private static final Set<String> READ =
            Set.of(
                    "/list",
                    "/resources",
                    "/serverinfo",
                    "/threaddump",
                    "/vminfo",
                    "/findleaks",
                    "/sslConnectorCiphers",
                    "/sslConnectorCerts",
                    "/sslConnectorTrustedCerts");

    @Override
    public void doFilter(ServletRequest given, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest request = (HttpServletRequest) given;
        String site = request.getHeader("Sec-Fetch-Site");
        boolean ours =
                site == null
                        ? !changes(request) || isOfAPageHere(request) || isNoBrowser(request)
                        : site.equals("same-origin") || site.equals("none");
        if (ours) {
            chain.doFilter(request, response);
        } else {
            ((HttpServletResponse) response)
                    .sendError(
                            HttpServletResponse.SC_FORBIDDEN,
                            site == null
                                    ? "The browser does not say that a page of this server asks"
                                            + " for it: use a script, or TLS."
                                    : "A page of another site asks for it.");
        }
    }

    private static boolean changes(HttpServletRequest request) {
        String command = String.valueOf(request.getPathInfo());
        return switch (request.getServletPath()) {
            case "/text" ->
                    !READ.contains(command)
                            && (!command.equals("/sessions")
                                    || request.getParameter("idle") != null);
            case "/jmxproxy" ->
                    request.getParameter("set") != null || request.getParameter("invoke") != null;
            default -> false; // it only shows data, or ChangeGuard filters it, too
        };
    }

    private static boolean isOfAPageHere(HttpServletRequest request) {
        String origin = request.getHeader("Origin");
        String page = origin == null ? request.getHeader("Referer") : origin;
        return page != null && ChangeGuard.isOfThisHost(page, request.getHeader("Host"));
    }

    /** Whether the client names no page, and does not call itself a browser. */
    private static boolean isNoBrowser(HttpServletRequest request) {
        String agent = request.getHeader("User-Agent");
        return request.getHeader("Origin") == null
                && request.getHeader("Referer") == null
                && (agent == null
                        || !agent.startsWith("Mozilla/")
                        || agent.contains("PowerShell/"));
    }
}
