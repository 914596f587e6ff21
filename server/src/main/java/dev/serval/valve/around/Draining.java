package dev.serval.valve.around;

import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * The LoadBalancerDrainingValve: on a node that its balancer has disabled, a client without a
 * session of this node forgets the id that leads here and repeats the request, so that the balancer
 * chooses another one. Immutable.
 *
 * @param status of the redirection
 * @param ignoredCookie the name of a cookie with which a client is answered all the same; null if
 *     there is none
 * @param ignoredValue the value of this cookie
 */
public record Draining(int status, String ignoredCookie, String ignoredValue) implements CallValve {
    // The state of this node, as reported by mod_jk and other AJP proxies; DIS is "disabled".
    private static final String ACTIVATION = "JK_LB_ACTIVATION";
    private static final String DISABLED = "DIS";

    @Override
    public void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException {
        if (!DISABLED.equals(request.getAttribute(ACTIVATION))
                || request.isRequestedSessionIdValid()
                || hasCookie(request, ignoredCookie, ignoredValue)) {
            chain.proceed();
            return;
        }
        Cookie end = chain.sessionEnd();
        if (hasCookie(request, end.getName(), request.getRequestedSessionId())) {
            response.addCookie(end);
        }
        String query = request.getQueryString();
        response.sendRedirect(
                without(chain.sessionParameter(), request.getRequestURI())
                        + (query == null ? "" : "?" + query),
                status);
    }

    private static boolean hasCookie(HttpServletRequest request, String name, String value) {
        Cookie[] all = request.getCookies();
        if (all == null || name == null || value == null) {
            return false;
        }
        for (Cookie each : all) {
            if (each.getName().equals(name) && each.getValue().equals(value)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The path without the parameter; several slashes at its beginning, which name a host, become
     * one.
     */
    private static String without(String parameter, String uri) {
        StringBuilder rest = new StringBuilder(uri);
        String begin = ";" + parameter + "=";
        int from = rest.indexOf(begin);
        while (from >= 0) {
            int to = from + begin.length();
            while (to < rest.length() && rest.charAt(to) != ';' && rest.charAt(to) != '/') {
                to++;
            }
            rest.delete(from, to);
            from = rest.indexOf(begin, from);
        }
        // Last, since the parameter may have stood between two of them (CWE-601).
        while (rest.length() > 1 && rest.charAt(0) == '/' && isSlash(rest.charAt(1))) {
            rest.deleteCharAt(1);
        }
        return rest.toString();
    }

    /** As browsers see it. */
    private static boolean isSlash(char c) {
        return c == '/' || c == '\\';
    }
}
