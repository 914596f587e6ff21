package dev.serval.filters;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Says how long responses stay fresh, by their media type: {@code Expires}, and {@code max-age} in
 * {@code Cache-Control} (RFC 9111 §5.2.2.1, §5.3). Thread-safe; named by applications in their
 * web.xml. A response that has either of them already is not changed.
 *
 * <p>Init parameters: {@code ExpiresByType} with a blank and a media type ({@code ExpiresByType
 * image/png}) or the first half of one ({@code ExpiresByType image}), {@code ExpiresDefault} for
 * all others, each an {@link Expiry}; {@code ExpiresExcludedResponseStatusCodes} (304). A type with
 * its charset has precedence over the type, and the type over its first half.
 */
public class ExpiresFilter implements Filter {
    private static final String BY_TYPE = "ExpiresByType";
    private static final String DEFAULT = "ExpiresDefault";
    private static final String EXCLUDED = "ExpiresExcludedResponseStatusCodes";

    private final Clock clock;
    private final Map<String, Expiry> byType = new TreeMap<>();
    private final Set<Integer> excluded = new HashSet<>();
    private Expiry otherwise;

    public ExpiresFilter() {
        this(Clock.systemDefaultZone());
    }

    ExpiresFilter(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void init(FilterConfig config) throws ServletException {
        FilterParameters parameters =
                FilterParameters.withFamily(config, BY_TYPE, DEFAULT, EXCLUDED);
        for (String name : parameters.family()) {
            String type = name.substring(BY_TYPE.length()).strip();
            if (type.isEmpty()) {
                throw parameters.problem(name, "names no media type: " + BY_TYPE + " image/png");
            }
            byType.put(plain(type), expiry(parameters, name));
        }
        otherwise = parameters.text(DEFAULT, null) == null ? null : expiry(parameters, DEFAULT);
        for (String status : parameters.list(EXCLUDED, "304")) {
            if (!status.matches("[1-9][0-9][0-9]")) {
                throw parameters.problem(EXCLUDED, "is a list of statuses, not '" + status + "'");
            }
            excluded.add(Integer.valueOf(status));
        }
    }

    private static Expiry expiry(FilterParameters parameters, String name) throws ServletException {
        try {
            return Expiry.of(parameters.text(name, ""));
        } catch (IllegalArgumentException e) {
            throw parameters.problem(name, e.getMessage());
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!(response instanceof HttpServletResponse http) || response.isCommitted()) {
            chain.doFilter(request, response);
            return;
        }
        ExpiringResponse expiring = new ExpiringResponse(http, this::describe);
        chain.doFilter(request, expiring);
        if (!request.isAsyncStarted()) {
            expiring.begins();
        }
    }

    /** Adds the fields to a response that is about to begin. */
    private void describe(HttpServletResponse response, int status) {
        // All field lines, since they are combined into one.
        String cacheControl = String.join(", ", response.getHeaders("Cache-Control"));
        if (excluded.contains(status)
                || response.containsHeader("Expires")
                || cacheControl.toLowerCase(Locale.ROOT).contains("max-age")) {
            return;
        }
        Expiry expiry = expiry(response.getContentType());
        if (expiry == null) {
            return;
        }
        ZonedDateTime now = ZonedDateTime.now(clock);
        Instant until = expiry.from(now, response.getHeader("Last-Modified"));
        if (until == null) {
            return;
        }
        long age = Math.max(0, until.getEpochSecond() - now.toEpochSecond());
        String maxAge = "max-age=" + age;
        boolean alone = cacheControl.isBlank();
        response.setHeader("Cache-Control", alone ? maxAge : cacheControl + ", " + maxAge);
        response.setDateHeader("Expires", until.toEpochMilli());
    }

    private Expiry expiry(String contentType) {
        if (contentType == null) {
            return otherwise;
        }
        String whole = plain(contentType);
        Expiry found = byType.get(whole);
        if (found == null) {
            found = byType.get(until(whole, ';'));
        }
        if (found == null) {
            found = byType.get(until(whole, '/'));
        }
        return found == null ? otherwise : found;
    }

    private static String until(String text, char end) {
        int at = text.indexOf(end);
        return at < 0 ? text : text.substring(0, at);
    }

    /** In lower case and without blanks: of charset=utf-8 there are several spellings. */
    private static String plain(String type) {
        return type.toLowerCase(Locale.ROOT).replaceAll("\\s", "");
    }
}
