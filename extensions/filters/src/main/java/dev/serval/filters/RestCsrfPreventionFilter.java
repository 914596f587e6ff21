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
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Set;

/**
 * Lets in a request that may change something if its field {@code X-CSRF-Token} has the nonce of
 * its session (CWE-352), for clients that can set a field. GET, HEAD and OPTIONS need none; such a
 * request with {@code X-CSRF-Token: Fetch} gets the nonce in the same field. Thread-safe; named by
 * applications in their web.xml.
 *
 * <p>Init parameters: {@code pathsAcceptingParams} (none), paths where a parameter of that name
 * counts too; {@code denyStatus} (403, with {@code X-CSRF-Token: Required}); {@code randomClass}, a
 * SecureRandom.
 */
public class RestCsrfPreventionFilter implements Filter {
    private static final String FIELD = "X-CSRF-Token";

    private final String names;
    private Set<String> parameterPaths;
    private int denyStatus;
    private SecureRandom random;

    public RestCsrfPreventionFilter() {
        this("dev.serval.filters.");
    }

    /**
     * @param names the prefix of the names of attributes
     */
    protected RestCsrfPreventionFilter(String names) {
        this.names = names;
    }

    @Override
    public void init(FilterConfig config) throws ServletException {
        FilterParameters parameters =
                new FilterParameters(config, "denyStatus", "pathsAcceptingParams", "randomClass");
        parameterPaths = Set.copyOf(parameters.list("pathsAcceptingParams", ""));
        denyStatus = parameters.denyStatus();
        random = CsrfRules.random(parameters);
        config.getServletContext().setAttribute(names + "CSRF_REST_NONCE_HEADER_NAME", FIELD);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest in = (HttpServletRequest) request;
        HttpServletResponse out = (HttpServletResponse) response;
        boolean harmless =
                switch (in.getMethod()) {
                    case "GET", "HEAD", "OPTIONS" -> true;
                    default -> false;
                };
        HttpSession session = in.getSession(false);
        String known =
                session == null ? null : (String) session.getAttribute(names + "CSRF_REST_NONCE");
        if (harmless) {
            if ("Fetch".equalsIgnoreCase(in.getHeader(FIELD))) {
                out.setHeader(FIELD, known == null ? given(in) : known);
            }
        } else {
            String sent = sent(in);
            if (sent == null || known == null || !Nonces.equal(sent, known)) {
                out.setHeader(FIELD, "Required");
                out.sendError(denyStatus);
                return;
            }
        }
        chain.doFilter(request, response);
    }

    private String given(HttpServletRequest request) {
        String nonce = Nonces.next(random);
        request.getSession().setAttribute(names + "CSRF_REST_NONCE", nonce);
        return nonce;
    }

    /** Null if there is none, or if there are several that differ. */
    private String sent(HttpServletRequest request) {
        String field = request.getHeader(FIELD);
        if (field != null && !field.isEmpty()
                || !parameterPaths.contains(CsrfRules.path(request))) {
            return field;
        }
        String[] values = request.getParameterValues(FIELD);
        return values != null && Arrays.stream(values).allMatch(values[0]::equals)
                ? values[0]
                : null;
    }
}
