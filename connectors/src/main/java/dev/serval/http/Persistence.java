package dev.serval.http;

import dev.serval.buffer.Ascii;

/**
 * Whether a connection is kept after a response (RFC 9112 §9.3); one pure function decides.
 * Immutable.
 */
public enum Persistence {
    /** Kept; nothing needs to be said. */
    KEEP,
    /** Kept for an HTTP/1.0 client that asked for it, which has to be told. */
    KEEP_ANNOUNCED,
    /** Closed, and said so. */
    CLOSE;

    /**
     * @param served requests on this connection, with this one
     * @param max requests per connection; -1 means no limit
     * @param closing true when the server wants connections to end
     */
    public static Persistence of(RequestHead head, int served, int max, boolean closing) {
        if (closing || max >= 0 && served >= max) {
            return CLOSE;
        }
        boolean keepAlive = false;
        for (int i = head.indexOf(FieldName.CONNECTION, 0);
                i >= 0;
                i = head.indexOf(FieldName.CONNECTION, i + 1)) {
            if (lists(head, i, "close")) {
                return CLOSE;
            }
            keepAlive |= lists(head, i, "keep-alive");
        }
        if (head.version() == HttpVersion.HTTP_1_0) {
            return keepAlive ? KEEP_ANNOUNCED : CLOSE;
        }
        return KEEP;
    }

    /** True when the comma-separated list in that field has the option. */
    private static boolean lists(RequestHead head, int field, String option) {
        byte[] bytes = head.bytes();
        int end = head.valueEnd(field);
        int start = head.valueStart(field);
        while (start <= end) {
            int comma = start;
            while (comma < end && bytes[comma] != ',') {
                comma++;
            }
            int from = start;
            int to = comma;
            while (from < to && Ascii.isBlank(bytes[from])) {
                from++;
            }
            while (to > from && Ascii.isBlank(bytes[to - 1])) {
                to--;
            }
            if (Ascii.equalsIgnoreCase(bytes, from, to, option)) {
                return true;
            }
            start = comma + 1;
        }
        return false;
    }
}
