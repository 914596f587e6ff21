package dev.serval.websocket.session;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** A binary message written in pieces; closing it ends the message. One thread. */
final class SendStream extends OutputStream {
    private static final int SIZE = 8192;

    private final BasicRemote remote;
    private final ByteBuffer buffer = ByteBuffer.allocate(SIZE);
    private boolean closed;

    SendStream(BasicRemote remote) {
        this.remote = remote;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (closed) {
            throw new IOException("the message has ended");
        }
        int at = offset;
        int left = length;
        while (left > 0) {
            if (!buffer.hasRemaining()) {
                send(false);
            }
            int some = Math.min(left, buffer.remaining());
            buffer.put(bytes, at, some);
            at += some;
            left -= some;
        }
    }

    @Override
    public void flush() throws IOException {
        if (!closed && buffer.position() > 0) {
            send(false);
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            send(true);
        }
    }

    private void send(boolean last) throws IOException {
        remote.sendBinary(buffer.flip(), last);
        buffer.clear();
    }
}
