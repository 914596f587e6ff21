package dev.serval.filters;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Adds {@code Strict-Transport-Security} (RFC 6797, over TLS only), {@code X-Frame-Options} (RFC
 * 7034) and {@code X-Content-Type-Options} to responses, in place of what is there. Thread-safe;
 * named by applications in their web.xml.
 *
 * <p>Init parameters: {@code hstsEnabled} (true), {@code hstsMaxAgeSeconds} (0; negative is 0),
 * {@code hstsIncludeSubDomains} (false), {@code hstsPreload} (false), {@code
 * antiClickJackingEnabled} (true), {@code antiClickJackingOption} (DENY; SAMEORIGIN or ALLOW-FROM),
 * {@code antiClickJackingUri} (of ALLOW-FROM), {@code blockContentTypeSniffingEnabled} (true).
 */
public class HttpHeaderSecurityFilter implements Filter {
    private static final String OPTION = "antiClickJackingOption";
    private static final String URI_OF_OPTION = "antiClickJackingUri";

    private String transport;
    private String frames;
    private boolean noSniffing;

    @Override
    public void init(FilterConfig config) throws ServletException {
        FilterParameters parameters =
                new FilterParameters(
                        config,
                        "hstsEnabled",
                        "hstsMaxAgeSeconds",
                        "hstsIncludeSubDomains",
                        "hstsPreload",
                        "antiClickJackingEnabled",
                        OPTION,
                        URI_OF_OPTION,
                        "blockContentTypeSniffingEnabled");
        String strict = transport(parameters);
        transport = parameters.truth("hstsEnabled", true) ? strict : null;
        String option = frames(parameters);
        frames = parameters.truth("antiClickJackingEnabled", true) ? option : null;
        noSniffing = parameters.truth("blockContentTypeSniffingEnabled", true);
    }

    private static String transport(FilterParameters parameters) throws ServletException {
        long age = parameters.number("hstsMaxAgeSeconds", 0, Integer.MIN_VALUE, Integer.MAX_VALUE);
        return "max-age="
                + Math.max(0, age)
                + (parameters.truth("hstsIncludeSubDomains", false) ? "; includeSubDomains" : "")
                + (parameters.truth("hstsPreload", false) ? "; preload" : "");
    }

    private static String frames(FilterParameters parameters) throws ServletException {
        String option = parameters.text(OPTION, "DENY").toUpperCase(Locale.ROOT);
        String uri = parameters.text(URI_OF_OPTION, "");
        try {
            return switch (option) {
                case "DENY", "SAMEORIGIN" -> option;
                case "ALLOW-FROM" -> option + " " + new URI(uri);
                default ->
                        throw parameters.problem(
                                OPTION, "is DENY, SAMEORIGIN or ALLOW-FROM, not '" + option + "'");
            };
        } catch (URISyntaxException e) {
            throw parameters.problem(URI_OF_OPTION, "is no URI: " + e.getMessage());
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (response instanceof HttpServletResponse http && !response.isCommitted()) {
            if (transport != null && request.isSecure()) {
                http.setHeader("Strict-Transport-Security", transport);
            }
            if (frames != null) {
                http.setHeader("X-Frame-Options", frames);
            }
            if (noSniffing) {
                http.setHeader("X-Content-Type-Options", "nosniff");
            }
        }
        chain.doFilter(request, response);
    }
}
