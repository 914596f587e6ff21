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
import java.util.Arrays;
import java.util.Locale;

/**
 * Lets pages of other origins use an application (the Fetch standard, "CORS protocol"): answers
 * preflights, adds the fields that browsers look for, and refuses with 403 what is not allowed.
 * Thread-safe; named by applications in their web.xml.
 *
 * <p>Init parameters: see {@link CorsPolicy}; {@code cors.request.decorate} (true) adds the request
 * attributes {@code cors.isCorsRequest}, and for CORS requests {@code cors.request.origin}, {@code
 * cors.request.type} (simple, actual or pre_flight) and {@code cors.request.headers}.
 */
public class CorsFilter implements Filter {
    private static final String ATTRIBUTE = "cors.request.";

    private CorsPolicy policy;
    private boolean decorate;

    @Override
    public void init(FilterConfig config) throws ServletException {
        String[] known = Arrays.copyOf(CorsPolicy.PARAMETERS, CorsPolicy.PARAMETERS.length + 1);
        known[known.length - 1] = "cors.request.decorate";
        FilterParameters parameters = new FilterParameters(config, known);
        policy = new CorsPolicy(parameters);
        decorate = parameters.truth("cors.request.decorate", true);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest in = (HttpServletRequest) request;
        HttpServletResponse out = (HttpServletResponse) response;
        CorsRequest type = CorsRequest.of(in);
        if (decorate) {
            decorate(in, type);
        }
        policy.vary(out);
        switch (type) {
            case NOT_CORS -> chain.doFilter(request, response);
            case SIMPLE, ACTUAL -> {
                if (policy.allows(in.getHeader("Origin"), in.getMethod())) {
                    policy.answer(in.getHeader("Origin"), out);
                    chain.doFilter(request, response);
                } else {
                    out.sendError(HttpServletResponse.SC_FORBIDDEN);
                }
            }
            case PRE_FLIGHT -> {
                if (policy.allowsPreflight(in)) {
                    policy.answerPreflight(in.getHeader("Origin"), out);
                } else {
                    out.sendError(HttpServletResponse.SC_FORBIDDEN);
                }
            }
            case INVALID_CORS -> out.sendError(HttpServletResponse.SC_FORBIDDEN);
        }
    }

    private static void decorate(HttpServletRequest request, CorsRequest type) {
        if (type == CorsRequest.INVALID_CORS) {
            return;
        }
        request.setAttribute("cors.isCorsRequest", type != CorsRequest.NOT_CORS);
        if (type == CorsRequest.NOT_CORS) {
            return;
        }
        request.setAttribute(ATTRIBUTE + "origin", request.getHeader("Origin"));
        request.setAttribute(ATTRIBUTE + "type", type.name().toLowerCase(Locale.ROOT));
        if (type == CorsRequest.PRE_FLIGHT) {
            String headers = request.getHeader("Access-Control-Request-Headers");
            request.setAttribute(ATTRIBUTE + "headers", headers == null ? "" : headers);
        }
    }
}
