package dev.serval.ops;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A request to the endpoint (RFC 9112 §3 and §5, without the parts that it does not need).
 * Immutable.
 *
 * @param fields by their names in small letters; the last one of a name counts, but two of Host,
 *     Content-Length or Transfer-Encoding are refused
 * @param body as text; empty if there is none
 */
record OpsRequest(String method, String path, Map<String, String> fields, String body) {
    /** A longer request is refused. */
    static final int MOST = 8192;

    /** The request cannot be understood, or is not answered. */
    static final class BadRequest extends Exception {
        private static final long serialVersionUID = 1L;
        final int status;

        BadRequest(int status, String message) {
            super(message, null, false, false);
            this.status = status;
        }
    }

    /** The end of the head in those bytes, after its empty line; -1 if it has not arrived yet. */
    static int headEnd(byte[] bytes, int length) {
        for (int i = 3; i < length; i++) {
            if (bytes[i] == '\n'
                    && bytes[i - 1] == '\r'
                    && bytes[i - 2] == '\n'
                    && bytes[i - 3] == '\r') {
                return i + 1;
            }
        }
        return -1;
    }

    /** The number of bytes of its body, by its head. */
    int length() throws BadRequest {
        if (fields.containsKey("transfer-encoding")) {
            throw new BadRequest(411, "a body needs Content-Length here");
        }
        String length = fields.getOrDefault("content-length", "0");
        if (!length.matches("\\d{1,6}")) {
            throw new BadRequest(400, "Content-Length is no number");
        }
        return Integer.parseInt(length);
    }

    OpsRequest with(String text) {
        return new OpsRequest(method, path, fields, text);
    }

    /** Reads a head. */
    static OpsRequest of(byte[] bytes, int headEnd) throws BadRequest {
        String[] lines = new String(bytes, 0, headEnd, StandardCharsets.ISO_8859_1).split("\r\n");
        // A head of line ends only has no line.
        String[] words = lines.length == 0 ? lines : lines[0].split(" ", -1);
        if (words.length != 3 || !words[2].matches("HTTP/1\\.[01]")) {
            throw new BadRequest(400, "the request line is malformed");
        }
        Map<String, String> fields = new HashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            String name = colon < 1 ? "" : lines[i].substring(0, colon);
            if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
                throw new BadRequest(400, "a field is malformed");
            }
            String key = name.toLowerCase(Locale.ROOT);
            String before = fields.put(key, lines[i].substring(colon + 1).strip());
            boolean once =
                    key.equals("host")
                            || key.equals("content-length")
                            || key.equals("transfer-encoding");
            if (before != null && once) {
                throw new BadRequest(400, "there are two fields " + name);
            }
        }
        int query = words[1].indexOf('?');
        String path = query < 0 ? words[1] : words[1].substring(0, query);
        if (!path.startsWith("/")) {
            throw new BadRequest(400, "the target is no path");
        }
        return new OpsRequest(words[0], path, Map.copyOf(fields), "");
    }

    /** Null if it has none. */
    String field(String name) {
        return fields.get(name);
    }

    /** Whether its client prefers that type. */
    boolean accepts(String type) {
        return fields.getOrDefault("accept", "").toLowerCase(Locale.ROOT).contains(type);
    }
}
