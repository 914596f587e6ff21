package dev.serval.filters;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.util.Set;

/**
 * Lets a request in if it has one of the latest nonces of its session (CWE-352): they are in URLs
 * that {@code encodeURL} and {@code encodeRedirectURL} have made, if these lead to this server, and
 * in a request attribute, {@code CSRF_REQUEST_NONCE}. Thread-safe; named by applications in their
 * web.xml, and mapped to all that needs it. The names of its attributes begin with its package.
 *
 * <p>Init parameters: {@code entryPoints} (none), paths that GET and HEAD may have without a nonce;
 * {@code noNonceURLPatterns} (styles, scripts and pictures), URLs that get none and need none for
 * GET and HEAD, given as {@link UrlPatterns}, and whose responses make one only to encode a URL;
 * {@code nonceRequestParameterName} ({@code CSRF_NONCE}); {@code nonceCacheSize} (5); {@code
 * denyStatus} (403); {@code enforce} (true; false: the log shows what would be denied); {@code
 * randomClass}, a SecureRandom.
 */
public class CsrfPreventionFilter implements Filter {
    private static final String FILES =
            "*.css, *.js, *.gif, *.png, *.jpg, *.svg, *.ico, *.jpeg, *.mjs";

    private final String names;
    private Set<String> entryPoints;
    private UrlPatterns open;
    private String parameter;
    private int most;
    private int denyStatus;
    private boolean enforce;
    private SecureRandom random;

    public CsrfPreventionFilter() {
        this("dev.serval.filters.");
    }

    /**
     * @param names the prefix of the names of attributes
     */
    protected CsrfPreventionFilter(String names) {
        this.names = names;
    }

    @Override
    public void init(FilterConfig config) throws ServletException {
        FilterParameters parameters =
                new FilterParameters(
                        config,
                        "denyStatus",
                        "enforce",
                        "entryPoints",
                        "noNonceURLPatterns",
                        "nonceCacheSize",
                        "nonceRequestParameterName",
                        "randomClass");
        entryPoints = Set.copyOf(parameters.list("entryPoints", ""));
        parameter = parameters.text("nonceRequestParameterName", names + "CSRF_NONCE");
        most = (int) parameters.number("nonceCacheSize", 5, 1, 10_000);
        denyStatus = parameters.denyStatus();
        enforce = parameters.truth("enforce", true);
        random = CsrfRules.random(parameters);
        open = new UrlPatterns(parameters, "noNonceURLPatterns", FILES, config.getServletContext());
        config.getServletContext().setAttribute(names + "CSRF_NONCE_PARAM_NAME", parameter);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest in = (HttpServletRequest) request;
        HttpServletResponse out = (HttpServletResponse) response;
        HttpSession session = in.getSession(false);
        Nonces known = session == null ? null : nonces(session);
        if (!isOpen(in) && !hasOne(in, known)) {
            if (enforce) {
                out.sendError(denyStatus);
                return;
            }
            // Without control characters: what a client sends must not look like a line (CWE-117).
            String path = CsrfRules.path(in).replaceAll("\\p{Cntrl}", "?");
            System.getLogger(getClass().getName())
                    .log(Level.INFO, "{0} {1} has no nonce of its session", in.getMethod(), path);
        }
        if (known == null) {
            known = new Nonces(most);
            in.getSession().setAttribute(names + "CSRF_NONCE", known);
        }
        Nonces given = known;
        NonceResponse with =
                new NonceResponse(in, out, open, () -> parameter + "=" + next(in, given));
        // A picture has no links: it must not displace the nonce of its page.
        if (!needsNone(in)) {
            with.pair();
        }
        chain.doFilter(request, with);
    }

    /** Makes a nonce, which is valid from now on. */
    private String next(HttpServletRequest request, Nonces known) {
        String nonce = Nonces.next(random);
        known.add(nonce);
        request.setAttribute(names + "CSRF_REQUEST_NONCE", nonce);
        return nonce;
    }

    /** Null for an attribute of another filter. */
    private Nonces nonces(HttpSession session) {
        return session.getAttribute(names + "CSRF_NONCE") instanceof Nonces nonces ? nonces : null;
    }

    private boolean isOpen(HttpServletRequest request) {
        return needsNone(request)
                || isRead(request) && entryPoints.contains(CsrfRules.path(request));
    }

    private boolean needsNone(HttpServletRequest request) {
        return isRead(request) && open.match(CsrfRules.path(request));
    }

    private static boolean isRead(HttpServletRequest request) {
        return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    }

    private boolean hasOne(HttpServletRequest request, Nonces known) {
        String sent = request.getParameter(parameter);
        return known != null && sent != null && known.contains(sent);
    }
}
