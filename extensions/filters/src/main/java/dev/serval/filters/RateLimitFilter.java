package dev.serval.filters;

import dev.serval.net.ClientNetwork;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.Set;

/**
 * Limits the requests of each client in a window of time. Thread-safe; named by applications in
 * their web.xml, behind a filter that finds out the addresses of clients. A client is an IPv4
 * address, or the 64-bit network of an IPv6 address.
 *
 * <p>Init parameters: {@code bucketRequests} (300) in {@code bucketDuration} (60 seconds); {@code
 * statusCode} (429, with Retry-After) and {@code statusMessage} (Too many requests) for those
 * beyond; {@code enforce} (true; false: they are only counted, in the request attribute {@code
 * RateLimitFilter.Count} below the package); {@code exposeHeaders} (false) adds {@code
 * RateLimit-Policy} and {@code RateLimit} with {@code policyName} (the name of the filter); {@code
 * rateLimitClassName}: Tomcat's names, which both count exactly here.
 */
public class RateLimitFilter implements Filter {
    private static final Set<String> LIMITERS =
            Set.of(
                    "org.apache.catalina.util.FastRateLimiter",
                    "org.apache.catalina.util.ExactRateLimiter");

    private final String attribute;
    private final Clock clock;
    private RateBuckets buckets;
    private long requests;
    private boolean enforce;
    private boolean expose;
    private int status;
    private String message;
    private String policy;
    private String quoted;

    public RateLimitFilter() {
        this("dev.serval.filters.");
    }

    /**
     * @param names the prefix of the names of attributes
     */
    protected RateLimitFilter(String names) {
        this(names, Clock.systemUTC());
    }

    RateLimitFilter(String names, Clock clock) {
        attribute = names + "RateLimitFilter.Count";
        this.clock = clock;
    }

    @Override
    public void init(FilterConfig config) throws ServletException {
        FilterParameters parameters =
                new FilterParameters(
                        config,
                        "bucketRequests",
                        "bucketDuration",
                        "enforce",
                        "exposeHeaders",
                        "policyName",
                        "rateLimitClassName",
                        "statusCode",
                        "statusMessage");
        String limiter = parameters.text("rateLimitClassName", null);
        if (limiter != null && !LIMITERS.contains(limiter)) {
            throw parameters.problem("rateLimitClassName", "is one of " + LIMITERS);
        }
        requests = parameters.number("bucketRequests", 300, 1, Integer.MAX_VALUE);
        long seconds = parameters.number("bucketDuration", 60, 1, Integer.MAX_VALUE);
        enforce = parameters.truth("enforce", true);
        expose = parameters.truth("exposeHeaders", false);
        status = (int) parameters.number("statusCode", 429, 400, 599);
        message = parameters.text("statusMessage", "Too many requests");
        String name = parameters.text("policyName", "");
        quoted = '"' + (name.isEmpty() ? config.getFilterName() : name) + '"';
        if (expose && !quoted.matches("\"[ !#-\\[\\]-~]+\"")) {
            throw parameters.problem("policyName", "cannot stand in a field: " + quoted);
        }
        policy = quoted + ";q=" + requests + ";w=" + seconds;
        buckets = new RateBuckets(seconds);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        long now = clock.millis();
        int count = buckets.count(ClientNetwork.of(request.getRemoteAddr()), now);
        request.setAttribute(attribute, count);
        HttpServletResponse out = (HttpServletResponse) response;
        if (expose) {
            out.addHeader("RateLimit-Policy", policy);
            if (enforce) {
                out.addHeader("RateLimit", quoted + ";r=" + Math.max(0, requests - count));
            }
        }
        if (count == requests + 1) {
            // Once for each client and window.
            System.getLogger(getClass().getName())
                    .log(
                            Level.WARNING,
                            "{0} has sent more than {1}",
                            request.getRemoteAddr(),
                            policy);
        }
        if (enforce && count > requests) {
            out.setHeader("Retry-After", Long.toString(buckets.secondsLeft(now)));
            out.sendError(status, message);
        } else {
            chain.doFilter(request, response);
        }
    }
}
