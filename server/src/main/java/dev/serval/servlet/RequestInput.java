package dev.serval.servlet;

import dev.serval.http.Exchange;
import dev.serval.http.Framing;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The body of a request. Owned by the thread that runs the call. Waits for the client. */
final class RequestInput extends ServletInputStream {
    private static final int BLOCK = 2048;

    private final Exchange exchange;
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private long left;
    private boolean finished;
    private boolean over;
    private IOException failure;

    RequestInput(Exchange exchange) {
        this.exchange = exchange;
        this.left = exchange.request().contentLength();
        this.finished = exchange.request().framing() == Framing.NONE || left == 0;
    }

    /** What the connection failed with; null if it did not. */
    IOException failure() {
        return failure;
    }

    /** The call is over: nobody may read any more. */
    void end() {
        over = true;
    }

    @Override
    public int read() throws IOException {
        if (!buffer.hasRemaining()) {
            if (buffer.capacity() == 0) {
                buffer = ByteBuffer.allocate(BLOCK);
            }
            buffer.clear();
            int count = fill(buffer);
            buffer.flip();
            if (count < 0) {
                return -1;
            }
        }
        checkLate();
        return buffer.get() & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return read(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (!target.hasRemaining()) {
            return 0;
        }
        if (!buffer.hasRemaining()) {
            return fill(target);
        }
        checkLate();
        int count = Math.min(buffer.remaining(), target.remaining());
        target.put(buffer.slice(buffer.position(), count));
        buffer.position(buffer.position() + count);
        return count;
    }

    @Override
    public int available() {
        return buffer.remaining();
    }

    @Override
    public boolean isFinished() {
        return finished && !buffer.hasRemaining();
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
        throw new IllegalStateException(
                "a ReadListener needs asynchronous processing, which is not supported yet");
    }

    private int fill(ByteBuffer target) throws IOException {
        checkLate();
        if (finished) {
            return -1;
        }
        try {
            int count = exchange.read(target);
            if (count < 0) {
                finished = true;
            } else if (left >= 0) {
                left -= count;
                finished = left == 0;
            }
            return count;
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    private void checkLate() {
        if (over) {
            throw new IllegalStateException("the request is over");
        }
    }
}
