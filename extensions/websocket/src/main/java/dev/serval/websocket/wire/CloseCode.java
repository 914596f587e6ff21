package dev.serval.websocket.wire;

/** The codes of close frames (RFC 6455 §7.4). */
public final class CloseCode {
    public static final int NORMAL = 1000;
    public static final int GOING_AWAY = 1001;
    public static final int PROTOCOL_ERROR = 1002;

    /** The close frame had none; never sent. */
    public static final int NONE = 1005;

    /** There was no close frame; never sent. */
    public static final int ABNORMAL = 1006;

    public static final int NOT_UTF_8 = 1007;
    public static final int POLICY = 1008;
    public static final int TOO_BIG = 1009;
    public static final int UNEXPECTED = 1011;

    private CloseCode() {}

    /** Whether a close frame may have it: registered ones, and 3000 to 4999; not reserved ones. */
    public static boolean mayBeSent(int code) {
        return code >= 1000 && code <= 1003
                || code >= 1007 && code <= 1014
                || code >= 3000 && code <= 4999;
    }
}
