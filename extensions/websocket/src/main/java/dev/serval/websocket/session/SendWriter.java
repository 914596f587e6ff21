package dev.serval.websocket.session;

import java.io.IOException;
import java.io.Writer;

/** A text message written in pieces; closing it ends the message. One thread. */
final class SendWriter extends Writer {
    private static final int SIZE = 8192;

    private final BasicRemote remote;
    private final StringBuilder buffer = new StringBuilder();
    private boolean closed;

    SendWriter(BasicRemote remote) {
        this.remote = remote;
    }

    @Override
    public void write(char[] chars, int offset, int length) throws IOException {
        if (closed) {
            throw new IOException("the message has ended");
        }
        buffer.append(chars, offset, length);
        if (buffer.length() >= SIZE) {
            flush();
        }
    }

    /** Half of a surrogate pair waits for the other half. */
    @Override
    public void flush() throws IOException {
        int end = buffer.length();
        if (end > 0 && Character.isHighSurrogate(buffer.charAt(end - 1))) {
            end--;
        }
        if (!closed && end > 0) {
            String part = buffer.substring(0, end);
            buffer.delete(0, end);
            remote.sendText(part, false);
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            remote.sendText(buffer.toString(), true);
        }
    }
}
