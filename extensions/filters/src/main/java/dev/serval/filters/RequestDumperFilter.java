package dev.serval.filters;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes requests and responses into the server's log, at level INFO, for debugging. Thread-safe;
 * named by applications in their web.xml. It has no init parameters. It reads the parameters of
 * forms; passwords in fields of authentication and ids of sessions are left out.
 */
public class RequestDumperFilter implements Filter {
    private static final Set<String> SECRET =
            Set.of("authorization", "proxy-authorization", "cookie", "set-cookie");
    private static final Pattern ID = Pattern.compile("(?i)(;jsessionid=)[^/;?#\\s]+");

    @Override
    public void init(FilterConfig config) throws ServletException {
        new FilterParameters(config);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Logger log = System.getLogger(getClass().getName());
        if (!log.isLoggable(Level.INFO)
                || !(request instanceof HttpServletRequest in)
                || !(response instanceof HttpServletResponse out)) {
            chain.doFilter(request, response);
            return;
        }
        log.log(Level.INFO, withoutIds(incoming(in), in));
        try {
            chain.doFilter(request, response);
        } finally {
            log.log(Level.INFO, withoutIds(outgoing(in, out), in));
        }
    }

    /** Hides the ids of sessions, which are in URLs, too. */
    private static String withoutIds(String text, HttpServletRequest request) {
        String hidden = ID.matcher(text).replaceAll("$1(not shown)");
        String requested = request.getRequestedSessionId();
        return request.isRequestedSessionIdFromURL() && !requested.isEmpty()
                ? hidden.replace(requested, "(not shown)")
                : hidden;
    }

    private static String incoming(HttpServletRequest request) {
        StringBuilder text = new StringBuilder("Request ");
        add(text, request.getMethod()).append(' ');
        add(text, request.getRequestURI()).append(' ').append(request.getProtocol());
        line(text, "remote address", request.getRemoteAddr());
        line(text, "scheme, server", request.getScheme() + ", " + request.getServerName());
        line(text, "query", request.getQueryString());
        line(text, "user", request.getRemoteUser());
        for (String name : Collections.list(request.getHeaderNames())) {
            for (String value : Collections.list(request.getHeaders(name))) {
                field(text, name, value);
            }
        }
        request.getParameterMap()
                .forEach(
                        (name, values) ->
                                line(text, "parameter " + name, String.join(", ", values)));
        return text.toString();
    }

    private static String outgoing(HttpServletRequest request, HttpServletResponse response) {
        StringBuilder text = new StringBuilder("Response ").append(response.getStatus());
        text.append(" to ");
        add(text, request.getMethod()).append(' ');
        add(text, request.getRequestURI());
        line(text, "content type", response.getContentType());
        for (String name : response.getHeaderNames()) {
            response.getHeaders(name).forEach(value -> field(text, name, value));
        }
        if (request.isAsyncStarted()) {
            text.append("\n  it is still being answered");
        }
        return text.toString();
    }

    private static void field(StringBuilder text, String name, String value) {
        boolean secret = SECRET.contains(name.toLowerCase(Locale.ROOT));
        line(text, "header " + name, secret ? "(not shown)" : value);
    }

    private static void line(StringBuilder text, String name, String value) {
        if (value != null) {
            add(add(text.append("\n  "), name).append(": "), value);
        }
    }

    /**
     * Adds a text without control characters: what a client sends must not look like a line
     * (CWE-117).
     */
    private static StringBuilder add(StringBuilder text, String value) {
        value.codePoints().forEach(c -> text.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return text;
    }
}
