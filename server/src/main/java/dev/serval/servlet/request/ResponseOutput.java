package dev.serval.servlet.request;

import dev.serval.http.Exchange;
import dev.serval.http.Fields;
import dev.serval.net.Interest;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * The body of a response: gathers bytes until its buffer is full, so that a small response is sent
 * with its head in one write and with its length. Owned by the thread that runs the call, or by the
 * one from which the application answers; all access to the connection passes its {@link
 * StreamGate}.
 */
public final class ResponseOutput extends ServletOutputStream {
    static final int DEFAULT_SIZE = 8192;
    // The first size, and the growth: most bodies are small, and unused space is garbage.
    private static final int FIRST_SIZE = 64;
    private static final int GROWTH = 4;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Exchange exchange;
    private int size = DEFAULT_SIZE;
    private byte[] buffer = NOTHING.array();
    private int count;
    private long taken;
    private boolean began;
    private boolean muted;
    private boolean closed;
    // Closed because the declared length was written, not by the application.
    private boolean whole;
    // Neither a flush nor a close sends what was gathered.
    private boolean held;
    // The response will be a 101, which has no body; set to flushed when its fields are complete.
    private boolean upgrading;
    private boolean flushed;
    private final StreamGate gate = new StreamGate();
    private IOException failure;
    private Turns cycle;
    // Null if there is no WriteListener.
    private ListenedOutput listened;
    // Null if the client may see the end as soon as it is written.
    private HeldEnd end;

    public ResponseOutput(Exchange exchange) {
        this.exchange = exchange;
    }

    /** The owner of the response, which answers for use that comes too late. */
    public void belongs(StreamOwner to) {
        gate.belongs(to);
    }

    public void cycle(Turns turns) {
        cycle = turns;
    }

    /** Whether a listener has heard of a failure. */
    public boolean isTold() {
        return listened != null && listened.isTold();
    }

    int size() {
        return size;
    }

    /** The limit of bytes that are gathered before they are sent; rounded up to 256. */
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

    /** From now on everything written is dropped: an error or redirect replaces the body. */
    void mute() {
        muted = true;
    }

    boolean isMuted() {
        return muted;
    }

    /** While this is true, what was gathered is left for the end of the request. */
    public void hold(boolean on) {
        held = on;
    }

    /** The client does not see the end of the response before {@link #end}. */
    void holdEnd() {
        end = end == null ? new HeldEnd(exchange) : end;
    }

    /** The failure of the connection; null if there is none. */
    IOException failure() {
        return failure == null && listened != null ? listened.failure() : failure;
    }

    /**
     * The response will be a 101, sent after the call: there is no body, and a flush only says that
     * the fields are complete.
     */
    void upgrade() {
        reset();
        upgrading = true;
    }

    /** Whether fields can no longer be changed because the application has flushed an upgrade. */
    boolean isFlushed() {
        return flushed;
    }

    /** Drops what was gathered; only before anything was sent. */
    void reset() {
        count = 0;
        taken = 0;
    }

    /** A page of the server becomes the body, whatever its length; the array is not copied. */
    void replace(byte[] page) {
        buffer = page;
        count = page.length;
        taken = page.length;
        size = Math.max(size, page.length);
    }

    /** Resets everything for a response of the server, after a failure of the application. */
    void reopen() {
        reset();
        muted = false;
        closed = false;
        whole = false;
        upgrading = false;
        flushed = false;
    }

    @Override
    public void write(int b) throws IOException {
        if (accepted(1) > 0) {
            room(1);
            buffer[count++] = (byte) b;
            sendIfFull();
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int wanted) throws IOException {
        int length = accepted(wanted);
        if (length == 0) {
            return;
        }
        if (length > size - count) {
            drain();
            if (length >= size) {
                send(ByteBuffer.wrap(bytes, offset, length));
                closeIfWhole();
                return;
            }
        }
        room(length);
        System.arraycopy(bytes, offset, buffer, count, length);
        count += length;
        sendIfFull();
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        requireReady();
        int length = accepted(bytes.remaining());
        if (length < bytes.remaining()) {
            take(bytes.slice(bytes.position(), length), length);
            bytes.position(bytes.limit());
        } else {
            take(bytes, length);
        }
    }

    private void take(ByteBuffer bytes, int length) throws IOException {
        if (length == 0) {
            return;
        }
        if (length > size - count) {
            drain();
            if (length >= size) {
                send(bytes);
                closeIfWhole();
                return;
            }
        }
        room(length);
        bytes.get(buffer, count, length);
        count += length;
        sendIfFull();
    }

    /** Servlet 6.1 §5.1: a full buffer is sent at once. */
    private void sendIfFull() throws IOException {
        if (count == size) {
            drain();
        }
        closeIfWhole();
    }

    /** Servlet 6.1 §5.7: a body with its declared length is closed, and sent at once. */
    void closeIfWhole() throws IOException {
        long declared = exchange.contentLength();
        if (declared > 0 && taken >= declared && !muted && !closed && !upgrading) {
            if (end == null) {
                push();
            }
            closed = true;
            whole = true;
        }
    }

    @Override
    public void flush() throws IOException {
        requireReady();
        push();
    }

    /** Past its buffer: see {@link dev.serval.http.UpgradedBytes#write}. */
    public boolean offer(ByteBuffer bytes) throws IOException {
        gate.enter();
        began = true;
        try {
            return exchange.offer(bytes) && exchange.tryFlush();
        } finally {
            gate.leave();
        }
    }

    /** Runs the task once when an offer may go on. */
    public void when(Runnable task) {
        gate.enter();
        try {
            exchange.when(Interest.WRITE, task);
        } finally {
            gate.leave();
        }
    }

    /** A flush that may find an earlier one unfinished. */
    public void push() throws IOException {
        if (muted || closed || held) {
            return;
        }
        if (upgrading || end != null && end.isHeadAlone()) {
            flushed = true;
            return;
        }
        gate.requireOpen();
        drain();
        gate.enter();
        began = true;
        try {
            if (listened == null) {
                exchange.flush();
            } else {
                listened.flush();
            }
        } catch (IOException e) {
            throw failed(e);
        } finally {
            gate.leave();
        }
    }

    /** Sends an interim response; false with a listener, since nothing may wait then. */
    boolean inform(int status, Fields fields) throws IOException {
        gate.requireOpen();
        gate.enter();
        try {
            if (listened != null || exchange.committed()) {
                return false;
            }
            exchange.inform(status, fields);
            return true;
        } catch (IOException e) {
            throw failed(e);
        } finally {
            gate.leave();
        }
    }

    /** The body is complete: if nothing of it was sent, it is sent with its length, unless held. */
    @Override
    public void close() throws IOException {
        if (closed || muted || gate.isShut()) {
            return;
        }
        if (!exchange.committed() && !held && end == null) {
            if (exchange.contentLength() < 0 && !exchange.hasTrailers()) {
                exchange.contentLength(count);
            }
            push();
        } else if (listened != null) {
            push();
        }
        closed = true;
    }

    /** With a listener: true if a write does not wait. After false the listener is called once. */
    @Override
    public boolean isReady() {
        return listened == null || listened.isReady();
    }

    /** In a turn: tells the listener that it may write. */
    public void proceed() throws IOException {
        if (listened != null) {
            listened.proceed();
        }
    }

    @Override
    public void setWriteListener(WriteListener wanted) {
        if (listened != null) {
            throw new IllegalStateException("Servlet 6.1 §5.4: there is a WriteListener already");
        }
        Objects.requireNonNull(wanted, "listener");
        if (cycle == null || !cycle.isStarted()) {
            throw new IllegalStateException("Servlet 6.1 §5.4: a WriteListener before startAsync");
        }
        listened = new ListenedOutput(exchange, gate, cycle, wanted);
        listened.failed(failure);
        cycle.writable();
    }

    /**
     * No other thread may send any more: true if none does now; otherwise the task runs when it has
     * left. See {@link StreamGate#shut}.
     */
    public boolean shut(Runnable then) {
        return gate.shut(then);
    }

    /** Whether it is too late for the calling thread. */
    boolean isShut() {
        return gate.isShut();
    }

    /** Whether it is over for every thread. */
    boolean isOver() {
        return gate.isClosed();
    }

    /** The request goes on asynchronously after all. */
    public void open() {
        gate.open();
    }

    /** The request is over, and other code ends the exchange. */
    public void abandon() {
        gate.close();
    }

    /**
     * With a listener: sends what it has written and the socket has not taken, on a thread that may
     * wait. A failure is reported to the listener, and thrown.
     */
    public void settle() throws IOException {
        if (listened != null) {
            listened.settle(this::rest);
        }
    }

    /** Gathered bytes of a body that has begun to be sent; null if there are none. */
    private ByteBuffer rest() {
        if (!exchange.committed() || count == 0 || muted) {
            return null;
        }
        int ready = count;
        count = 0;
        return HeldEnd.now(end, ByteBuffer.wrap(buffer, 0, ready));
    }

    /** Servlet 6.1, AsyncContext.dispatch: a listener writes no more, nor does any later one. */
    public void finishListening() throws IOException {
        if (listened != null) {
            close();
            gate.enter();
            try {
                settle();
            } finally {
                gate.leave();
            }
        }
    }

    /** The call is over: sends the rest and completes the exchange; only after it was shut. */
    public void end() throws IOException {
        gate.close();
        settle();
        cut();
        if (exchange.committed() && !began) {
            // The servlet for files has ended the exchange itself.
            return;
        }
        began = true;
        exchange.end(HeldEnd.rest(end, ByteBuffer.wrap(buffer, 0, count)));
    }

    /**
     * How many of the given bytes belong to the body. As in Tomcat, bytes beyond the declared
     * length are dropped, for example of an application that counts characters instead of bytes, or
     * prints a line end after the last line. One warning says so.
     */
    private int accepted(int length) throws IOException {
        if (length == 0 || muted || upgrading) {
            return 0;
        }
        gate.requireOpen();
        requireReady();
        if (closed && !whole) {
            throw new IOException("the output is closed");
        }
        int most = length;
        long declared = exchange.contentLength();
        if (declared >= 0 && taken + length > declared) {
            most = (int) Math.max(declared - taken, 0);
            gate.tellExcess(declared);
        }
        taken += most;
        return most;
    }

    /** A length that was declared when more bytes were written already: the rest is not sent. */
    private void cut() {
        long declared = exchange.contentLength();
        // After the commit no length can be declared, and that of a 205 is not the application's.
        if (declared >= 0 && taken > declared && !exchange.committed()) {
            count -= (int) (taken - declared);
            taken = declared;
            gate.tellExcess(declared);
        }
    }

    private void requireReady() {
        if (listened != null && listened.isBusy()) {
            throw new IllegalStateException(
                    "Servlet 6.1 §5.4: a write that would wait; isReady was not asked, or said so");
        }
    }

    private void room(int length) {
        if (count + length > buffer.length) {
            int wanted = Math.max(Math.max(GROWTH * buffer.length, FIRST_SIZE), count + length);
            buffer = Arrays.copyOf(buffer, Math.min(wanted, size));
        }
    }

    private void drain() throws IOException {
        cut();
        if (count > 0) {
            int ready = count;
            count = 0;
            send(ByteBuffer.wrap(buffer, 0, ready));
        }
    }

    private void send(ByteBuffer bytes) throws IOException {
        ByteBuffer now = HeldEnd.now(end, bytes);
        gate.enter();
        began = true;
        try {
            if (listened == null) {
                exchange.write(now);
            } else {
                listened.offer(now);
            }
        } catch (IOException e) {
            throw failed(e);
        } finally {
            gate.leave();
        }
    }

    private IOException failed(IOException cause) {
        failure = cause;
        if (listened != null) {
            listened.failed(cause);
        }
        return ClientAbortException.of(cause);
    }
}
