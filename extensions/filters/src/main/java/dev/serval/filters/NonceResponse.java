package dev.serval.filters;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A response whose URLs lead back with a nonce; made by {@link CsrfPreventionFilter}. URLs of other
 * servers get none: a server that has the nonce could forge requests (CWE-352).
 */
final class NonceResponse extends HttpServletResponseWrapper {
    /** A scheme, or the two slashes before a server, as browsers take them, too. */
    private static final Pattern ABSOLUTE =
            Pattern.compile("(?:[A-Za-z][A-Za-z0-9+.-]*:|[/\\\\]{2}).*", Pattern.DOTALL);

    private final HttpServletRequest request;
    private final UrlPatterns open;
    private final Supplier<String> maker;
    private String pair;

    /**
     * @param open URLs that get none
     * @param maker makes the parameter with its value, at its first use
     */
    NonceResponse(
            HttpServletRequest request,
            HttpServletResponse response,
            UrlPatterns open,
            Supplier<String> maker) {
        super(response);
        this.request = request;
        this.open = open;
        this.maker = maker;
    }

    /** The parameter with its value. */
    synchronized String pair() {
        if (pair == null) {
            pair = maker.get();
        }
        return pair;
    }

    @Override
    public String encodeURL(String url) {
        return url == null || open.match(url) ? url : with(super.encodeURL(url));
    }

    @Override
    public String encodeRedirectURL(String url) {
        return url == null || open.match(url) ? url : with(super.encodeRedirectURL(url));
    }

    /** Adds the nonce, before a fragment. */
    private String with(String url) {
        if (!leadsBack(url)) {
            return url;
        }
        int end = url.indexOf('#') < 0 ? url.length() : url.indexOf('#');
        boolean first = url.substring(0, end).indexOf('?') < 0;
        return url.substring(0, end) + (first ? '?' : '&') + pair() + url.substring(end);
    }

    private boolean leadsBack(String url) {
        // Browsers ignore control characters, and blanks in front.
        String seen = url.replaceAll("^[\\p{Cntrl} ]+|\\p{Cntrl}", "");
        if (!ABSOLUTE.matcher(seen).matches()) {
            return true;
        }
        String scheme = request.getScheme() + ":";
        String rest =
                seen.regionMatches(true, 0, scheme, 0, scheme.length())
                        ? seen.substring(scheme.length())
                        : seen;
        boolean usual = request.getServerPort() == (request.isSecure() ? 443 : 80);
        String server = "//" + request.getServerName();
        return begins(rest, server + ":" + request.getServerPort())
                || usual && begins(rest, server);
    }

    /** Whether a URL begins with the server, and the server's name or port ends there. */
    private static boolean begins(String url, String server) {
        return url.regionMatches(true, 0, server, 0, server.length())
                && (url.length() == server.length()
                        || "/?#".indexOf(url.charAt(server.length())) >= 0);
    }
}
