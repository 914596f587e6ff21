package dev.serval.http;

import dev.serval.buffer.Ascii;

/**
 * Finds out which of the four forms a request target has, and whether its method allows it (RFC
 * 9112 §3.2). Owned by the connection's thread.
 */
public final class TargetForm {
    private static final byte[] HTTP = Ascii.bytes("http://");
    private static final byte[] HTTPS = Ascii.bytes("https://");

    private final Authority authority = new Authority();
    private final TargetChars characters;

    public TargetForm(TargetChars characters) {
        this.characters = characters;
    }

    /**
     * Sets what the scan of the target could not find out. The characters are known to be valid in
     * a URI, and in a path and query if it begins with a slash.
     *
     * @return true if the target names the host
     */
    public boolean judge(byte[] array, int start, int end, RequestHead.Recorder recorder)
            throws HttpError {
        Method method = recorder.head().method();
        if (method == Method.CONNECT) {
            throw connect(array, start, end);
        }
        if (array[start] == '/') {
            return false;
        }
        if (array[start] == '*' && end - start == 1) {
            if (method != Method.OPTIONS) {
                throw new HttpError(Refusal.TARGET, "* with a method other than OPTIONS");
            }
            recorder.path(start, end);
            return false;
        }
        absolute(array, start, end, recorder);
        return true;
    }

    /** Refused, well-formed or not: this server has no tunnels. */
    private HttpError connect(byte[] array, int start, int end) {
        boolean valid = authority.parse(array, start, end) && authority.port() > 0;
        return valid
                ? new HttpError(Refusal.CONNECT, "a tunnel is asked for")
                : new HttpError(Refusal.TARGET, "CONNECT without host and port");
    }

    /**
     * {@code http://host:port/path?query}; https is accepted, too, since TLS may end in front of
     * this server.
     */
    private void absolute(byte[] array, int start, int end, RequestHead.Recorder recorder)
            throws HttpError {
        int hostStart = start + schemeLength(array, start, end);
        int hostEnd = hostStart;
        while (hostEnd < end && array[hostEnd] != '/' && array[hostEnd] != '?') {
            hostEnd++;
        }
        if (hostStart == start
                || !authority.parse(array, hostStart, hostEnd)
                || !authority.hasHost()) {
            throw new HttpError(Refusal.TARGET, "neither a path nor a valid http URI");
        }
        int pathEnd = characters.skipPath(array, hostEnd, end);
        if (pathEnd < end) {
            if (array[pathEnd] != '?' || characters.skipQuery(array, pathEnd + 1, end) != end) {
                throw new HttpError(Refusal.TARGET, "a character behind the host that none has");
            }
            recorder.query(pathEnd + 1, end);
        }
        recorder.path(hostEnd, pathEnd);
        recorder.host(authority.hostStart(), authority.hostEnd(), authority.port());
    }

    private static int schemeLength(byte[] array, int start, int end) {
        if (Ascii.startsWithIgnoreCase(array, start, end, HTTP)) {
            return HTTP.length;
        }
        return Ascii.startsWithIgnoreCase(array, start, end, HTTPS) ? HTTPS.length : 0;
    }
}
