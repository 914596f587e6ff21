package dev.serval.websocket.wire;

import java.io.IOException;

/** The peer has violated a rule; the connection closes with its code. Without a stack trace. */
public final class WireException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int code;

    public WireException(int code, String message) {
        super(message);
        this.code = code;
    }

    /** For the close frame, see {@link CloseCode}. */
    public int code() {
        return code;
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
