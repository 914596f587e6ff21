package dev.serval.webdav;

import dev.serval.files.WriteRefused;
import dev.serval.http.PercentEncoding;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.MappingMatch;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/**
 * Maps URIs to files for one request: its own URI, that of Destination, those of If, and those in
 * responses. Immutable.
 *
 * <p>A servlet at {@code /dav/*} shows all files of the application below {@code /dav}; one at
 * {@code /} or {@code /*}, or with {@code serveSubpathOnly}, each file at its own path.
 */
final class DavPaths {
    private final String host;
    private final String context;
    private final String inFront; // decoded, in front of the paths of files
    private final String served; // decoded, only paths below it may be requested
    private final String requested;

    DavPaths(HttpServletRequest request, boolean subpathOnly) {
        String servlet = Objects.toString(request.getServletPath(), "");
        String rest = Objects.toString(request.getPathInfo(), "");
        boolean fallback =
                request.getHttpServletMapping().getMappingMatch() == MappingMatch.DEFAULT;
        boolean where = subpathOnly || fallback;
        host = Objects.toString(request.getHeader("Host"), request.getServerName());
        context = request.getContextPath();
        inFront = where ? "" : servlet;
        served = subpathOnly && !fallback ? servlet : "";
        requested = where ? servlet + rest : rest;
    }

    /** The path of the request, without a slash at the end but for the root. */
    String path() {
        return withoutSlash(requested.isEmpty() ? "/" : requested);
    }

    /** Whether the request has a slash at the end. */
    boolean hasSlash() {
        return requested.isEmpty() || requested.endsWith("/");
    }

    /**
     * The path by which clients request a file: decoded, relative to the context, without a slash
     * at the end.
     */
    String asked(String path) {
        return inFront.isEmpty() ? path : withoutSlash(inFront + path);
    }

    /** The URI of a path, encoded, with a slash at the end for a directory. */
    String href(String path, boolean directory) {
        String slash = directory && !path.endsWith("/") ? "/" : "";
        return context + PercentEncoding.ofPath(inFront + path) + slash;
    }

    /**
     * The path of a URI, without slash at the end; null if it does not belong to this servlet.
     * Throws 400 for a malformed or ambiguous URI.
     */
    String path(String uri) throws WriteRefused {
        String raw = uri.strip();
        int scheme = raw.indexOf("://");
        if (!raw.startsWith("/")) {
            if (scheme < 0
                    || !raw.substring(0, scheme).toLowerCase(Locale.ROOT).matches("https?")) {
                throw malformed();
            }
            int slash = raw.indexOf('/', scheme + 3);
            String authority = raw.substring(scheme + 3, slash < 0 ? raw.length() : slash);
            if (!host(authority).equals(host(host))) {
                return null;
            }
            raw = slash < 0 ? "/" : raw.substring(slash);
        }
        String decoded = decode(raw);
        String front = decode(context.isEmpty() ? "/" : context);
        front = (front.equals("/") ? "" : front) + inFront;
        if (!decoded.startsWith(front + served)) {
            return null;
        }
        String path = decoded.substring(front.length());
        String below = path.substring(served.length());
        if (!below.isEmpty() && !below.startsWith("/")) {
            return null;
        }
        return path.isEmpty() ? "/" : withoutSlash(path);
    }

    /** Default ports count as none: a proxy in front may have TLS. */
    private static String host(String authority) {
        return authority.toLowerCase(Locale.ROOT).replaceFirst(":(80|443)?$", "");
    }

    private static String decode(String raw) throws WriteRefused {
        ByteBuffer bytes = ByteBuffer.allocate(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c <= ' ' || c >= 127 || ";?#\\".indexOf(c) >= 0) {
                throw malformed();
            }
            if (c == '%') {
                int b = i + 2 < raw.length() ? hex(raw.charAt(i + 1), raw.charAt(i + 2)) : -1;
                if (b < ' ' || b == '/' || b == '\\' || b == 127) {
                    throw malformed();
                }
                bytes.put((byte) b);
                i += 2;
            } else {
                bytes.put((byte) c);
            }
        }
        String path;
        try {
            path = StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw malformed();
        }
        // The path must be normalised: one that the container would read differently is refused.
        if (path.contains("//") || (path + "/").contains("/./") || (path + "/").contains("/../")) {
            throw malformed();
        }
        return path;
    }

    private static int hex(char high, char low) {
        int h = Character.digit(high, 16);
        int l = Character.digit(low, 16);
        return h < 0 || l < 0 || high > 'f' || low > 'f' ? -1 : h << 4 | l;
    }

    static String withoutSlash(String path) {
        return path.length() > 1 && path.endsWith("/")
                ? path.substring(0, path.length() - 1)
                : path;
    }

    /** The directory that a path is in; that of the root is the root. */
    static String parent(String path) {
        return path.substring(0, Math.max(1, path.lastIndexOf('/')));
    }

    /** The path of a member of a directory. */
    static String member(String directory, String name) {
        return directory.endsWith("/") ? directory + name : directory + "/" + name;
    }

    private static WriteRefused malformed() {
        return new WriteRefused(400, "A URI in the request is malformed or ambiguous.");
    }
}
