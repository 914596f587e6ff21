package dev.serval.http;

import dev.serval.buffer.Ascii;

/**
 * Whether a connection is kept after a response, and which Connection field says so (RFC 9112
 * §9.3). Immutable; {@link #of} alone decides; the response itself may still demand a close.
 */
public enum Persistence {
    /** Kept; nothing needs to be said. */
    KEEP(null),
    /** Kept for an HTTP/1.0 client that asked for it and must be told. */
    KEEP_ANNOUNCED("keep-alive"),
    /** Closed after the response. */
    CLOSE("close");

    private static final byte[] CLOSE_OPTION = Ascii.bytes("close");
    private static final byte[] KEEP_ALIVE_OPTION = Ascii.bytes("keep-alive");

    private final String field;

    Persistence(String field) {
        this.field = field;
    }

    /** Value of the Connection field to send; null if none is sent. */
    public String field() {
        return field;
    }

    /** True unless the connection is closed after the response. */
    public boolean keeps() {
        return this != CLOSE;
    }

    /**
     * Decides for one request. Does not allocate.
     *
     * @param served requests on this connection so far, this one included
     * @param most {@code maxKeepAliveRequests}; 1 disables persistence, 0 or less means no limit
     * @param stopping true while the server asks its clients to leave
     */
    public static Persistence of(RequestHead head, int served, int most, boolean stopping) {
        if (stopping || most > 0 && served >= most) {
            return CLOSE;
        }
        // It overrides any other option of the list.
        if (has(head, CLOSE_OPTION)) {
            return CLOSE;
        }
        if (head.version() != HttpVersion.HTTP_1_0) {
            return KEEP;
        }
        return asked(head) ? KEEP_ANNOUNCED : CLOSE;
    }

    /** Whether keep-alive is among the client's connection options. Does not allocate. */
    public static boolean asked(RequestHead head) {
        return has(head, KEEP_ALIVE_OPTION);
    }

    private static boolean has(RequestHead head, byte[] option) {
        byte[] bytes = head.bytes();
        int index = head.indexOf(FieldName.CONNECTION, 0);
        while (index >= 0) {
            int end = head.valueEnd(index);
            int start = head.valueStart(index);
            while (start < end) {
                int comma = start;
                while (comma < end && bytes[comma] != ',') {
                    comma++;
                }
                int from = Ascii.skipBlanks(bytes, start, comma);
                int to = Ascii.trimEnd(bytes, from, comma);
                if (Ascii.equalsIgnoreCase(bytes, from, to, option)) {
                    return true;
                }
                start = comma + 1;
            }
            index = head.indexOf(FieldName.CONNECTION, index + 1);
        }
        return false;
    }
}
