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
 * Refuses what a browser sends because a page of another site asks for it (CWE-352). For the forms
 * of the manager whose changes are GETs, as Tomcat has them: scripts say nothing of pages, and
 * pass. Stateless, thread-safe.
 *
 * <p>Browsers say which site asks (Sec-Fetch-Site) where they trust the way to the server: by TLS,
 * or on the same machine. Elsewhere, and if they are old, Origin or Referer has to be of this
 * server before something changes; and since a page can keep its own name from being told, a
 * browser that tells nothing changes nothing.
 */
public final class OwnPagesOnly implements Filter {
    /** What changes nothing; all else does, also what is added later. */
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
            default -> false; // it tells only, or ChangeGuard stands before it, too
        };
    }

    private static boolean isOfAPageHere(HttpServletRequest request) {
        String origin = request.getHeader("Origin");
        String page = origin == null ? request.getHeader("Referer") : origin;
        return page != null && ChangeGuard.isOfThisHost(page, request.getHeader("Host"));
    }

    /** It says nothing of pages, and does not call itself a browser. */
    private static boolean isNoBrowser(HttpServletRequest request) {
        String agent = request.getHeader("User-Agent");
        return request.getHeader("Origin") == null
                && request.getHeader("Referer") == null
                && (agent == null
                        || !agent.startsWith("Mozilla/")
                        || agent.contains("PowerShell/"));
    }
}
