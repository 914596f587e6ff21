package dev.serval.servlet;

import dev.serval.http.Exchange;
import dev.serval.net.Interest;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

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
    private volatile boolean over;
    private IOException failure;
    private AsyncCycle cycle;
    private WriteListener listener;
    // Taken, but refused by the socket; null for none. Then the listener is called once.
    private ByteBuffer pending;
    private boolean flushing;
    private volatile boolean armed;
    private boolean told;

    ResponseOutput(Exchange exchange) {
        this.exchange = exchange;
    }

    void cycle(AsyncCycle asynchronous) {
        cycle = asynchronous;
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
            if (listener == null) {
                exchange.flush();
            } else if (pending == null) {
                flushing = !exchange.tryFlush();
            } else {
                flushing = true;
            }
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

    /**
     * With a listener: true when a write does not wait. After false the listener is called once.
     */
    @Override
    public boolean isReady() {
        if (listener == null) {
            return true;
        }
        if (over || armed) {
            return false;
        }
        if (send()) {
            return true;
        }
        if (!armed) {
            // A failure: told in a turn.
            armed = true;
            cycle.writable();
        }
        return false;
    }

    /** True when nothing waits for the socket any more; else it has asked for it. */
    private boolean send() {
        if (failure != null) {
            return false;
        }
        try {
            if (pending != null && exchange.offer(pending)) {
                pending = null;
            }
            if (pending == null && flushing) {
                flushing = !exchange.tryFlush();
            }
        } catch (IOException e) {
            failure = e;
            return false;
        }
        if (pending == null && !flushing) {
            return true;
        }
        armed = true;
        exchange.when(Interest.WRITE, cycle::writable);
        return false;
    }

    /** In a turn: tells the listener that it may write. */
    void proceed() throws IOException {
        armed = false;
        if (listener == null || told || over) {
            return;
        }
        if (send()) {
            try {
                listener.onWritePossible();
            } catch (IOException | RuntimeException | Error e) {
                told = true;
                listener.onError(e);
                if (cycle.isUndecided()) {
                    throw e;
                }
            }
        } else if (failure != null) {
            told = true;
            listener.onError(ClientAbortException.of(failure));
            if (cycle.isUndecided()) {
                throw failure;
            }
        }
    }

    @Override
    public void setWriteListener(WriteListener wanted) {
        if (listener != null) {
            throw new IllegalStateException("Servlet 6.1 §5.7: there is a WriteListener already");
        }
        Objects.requireNonNull(wanted, "listener");
        if (cycle == null || !cycle.isStarted()) {
            throw new IllegalStateException("Servlet 6.1 §5.7: a WriteListener before startAsync");
        }
        listener = wanted;
        armed = true;
        cycle.writable();
    }

    /** The call is over: the rest leaves and the exchange is completed. */
    void end() throws IOException {
        over = true;
        if (listener != null) {
            // What the socket refused is waited for here, on a thread that may.
            exchange.forget();
            if (pending != null) {
                exchange.write(pending);
                pending = null;
            }
        }
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
        if (listener != null && (armed || pending != null)) {
            throw new IllegalStateException(
                    "Servlet 6.1 §5.7: a write that would wait; isReady was not asked, or said so");
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
            if (listener == null) {
                exchange.write(bytes);
            } else {
                offer(bytes);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private void offer(ByteBuffer bytes) throws IOException {
        if (pending == null && exchange.offer(bytes)) {
            return;
        }
        // The application may change its array as soon as this returns.
        int before = pending == null ? 0 : pending.remaining();
        ByteBuffer all = ByteBuffer.allocate(before + bytes.remaining());
        if (pending != null) {
            all.put(pending);
        }
        pending = all.put(bytes).flip();
    }

    private IOException failed(IOException cause) {
        failure = cause;
        return ClientAbortException.of(cause);
    }
}
