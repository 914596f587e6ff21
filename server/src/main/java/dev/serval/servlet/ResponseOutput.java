package dev.serval.servlet;

import dev.serval.http.Exchange;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The body of a response: gathers bytes until its buffer is full, so that a small response leaves
 * with its head in one write and with its length. Owned by the thread that runs the call.
 */
final class ResponseOutput extends ServletOutputStream {
    static final int DEFAULT_SIZE = 8192;
    private static final int FIRST_SIZE = 1024;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Exchange exchange;
    private int size = DEFAULT_SIZE;
    private byte[] buffer = NOTHING.array();
    private int count;
    private long taken;
    private boolean began;
    private boolean muted;
    private boolean closed;
    private boolean over;
    private IOException failure;

    ResponseOutput(Exchange exchange) {
        this.exchange = exchange;
    }

    int size() {
        return size;
    }

    /** Bytes gathered at most before they leave; rounded up to 256. */
    void size(int bytes) {
        size = Math.max(bytes, 256);
    }

    /** Bytes taken since the last reset. */
    long taken() {
        return taken;
    }

    boolean isClosed() {
        return closed;
    }

    /** From now on everything written is dropped: an error or redirect stands for the body. */
    void mute() {
        muted = true;
    }

    boolean isMuted() {
        return muted;
    }

    /** What the connection failed with; null if it did not. */
    IOException failure() {
        return failure;
    }

    /** Drops what was gathered; only before anything has left. */
    void reset() {
        count = 0;
        taken = 0;
    }

    /** Makes all as new for the server's own answer, after a failure of the application. */
    void reopen() {
        reset();
        muted = false;
        closed = false;
    }

    @Override
    public void write(int b) throws IOException {
        if (count == size) {
            drain();
        }
        if (accepts(1)) {
            room(1);
            buffer[count++] = (byte) b;
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0 || !accepts(length)) {
            return;
        }
        if (length > size - count) {
            drain();
            if (length >= size) {
                send(ByteBuffer.wrap(bytes, offset, length));
                return;
            }
        }
        room(length);
        System.arraycopy(bytes, offset, buffer, count, length);
        count += length;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        if (length == 0 || !accepts(length)) {
            bytes.position(bytes.limit());
            return;
        }
        if (length > size - count) {
            drain();
            if (length >= size) {
                send(bytes);
                return;
            }
        }
        room(length);
        bytes.get(buffer, count, length);
        count += length;
    }

    @Override
    public void flush() throws IOException {
        if (muted || closed) {
            return;
        }
        checkLate();
        drain();
        began = true;
        try {
            exchange.flush();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** No more will come: what has not begun to leave now does, with its length. */
    @Override
    public void close() throws IOException {
        if (closed || muted || over) {
            return;
        }
        if (!exchange.committed()) {
            if (exchange.contentLength() < 0) {
                exchange.contentLength(count);
            }
            flush();
        }
        closed = true;
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
        throw new IllegalStateException(
                "a WriteListener needs asynchronous processing, which is not supported yet");
    }

    /** The call is over: the rest leaves and the exchange is completed. */
    void end() throws IOException {
        over = true;
        if (exchange.committed() && !began) {
            // The servlet for files has ended the exchange itself.
            return;
        }
        began = true;
        exchange.end(count == 0 ? NOTHING.duplicate() : ByteBuffer.wrap(buffer, 0, count));
    }

    private boolean accepts(int length) throws IOException {
        if (muted) {
            return false;
        }
        checkLate();
        if (closed) {
            throw new IOException("the output is closed");
        }
        long declared = exchange.contentLength();
        if (declared >= 0 && taken + length > declared) {
            throw new IOException(
                    "RFC 9110 §8.6: the body is longer than its declared Content-Length of "
                            + declared);
        }
        taken += length;
        return true;
    }

    private void checkLate() {
        if (over) {
            throw new IllegalStateException("the response is over");
        }
    }

    private void room(int length) {
        if (count + length > buffer.length) {
            int wanted = Math.max(Math.max(2 * buffer.length, FIRST_SIZE), count + length);
            buffer = Arrays.copyOf(buffer, Math.min(wanted, size));
        }
    }

    private void drain() throws IOException {
        if (count > 0) {
            int ready = count;
            count = 0;
            send(ByteBuffer.wrap(buffer, 0, ready));
        }
    }

    private void send(ByteBuffer bytes) throws IOException {
        began = true;
        try {
            exchange.write(bytes);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private IOException failed(IOException cause) {
        failure = cause;
        return cause;
    }
}
