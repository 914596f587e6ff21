package dev.serval.servlet.request;

import dev.serval.http.Exchange;
import dev.serval.http.Fields;
import dev.serval.http.Framing;
import dev.serval.http.HttpConfig;
import dev.serval.net.Interest;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/** The body of a request. Owned by the thread that runs the call. Waits for the client. */
public final class RequestInput extends ServletInputStream {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private static final int BLOCK = 2048;
    private static final int LISTENED = 8192;

    private final Exchange exchange;
    // Used until something is read. It is empty, so that it can be shared.
    private ByteBuffer buffer = NOTHING;
    private long left;
    private long taken;
    private Fields trailers;
    private volatile boolean finished;
    // Null if there is no body; the connection is then never asked for one.
    private final StreamGate gate;
    private volatile boolean over;
    private StreamOwner owner;
    private IOException failure;
    private Turns cycle;
    private ReadListener listener;
    // The state until the next call of the listener: what was asked for, and whether the end was
    // reported.
    private volatile boolean armed;
    private boolean told;
    private boolean closed;

    RequestInput(Exchange exchange) {
        this(exchange, exchange.request().contentLength(), exchange.request().framing());
    }

    private RequestInput(Exchange exchange, long length, Framing framing) {
        this.exchange = exchange;
        this.left = length;
        this.finished = framing == Framing.NONE || left == 0;
        this.gate = finished ? null : new StreamGate();
    }

    /** A body that was kept, in place of the one of the exchange, which has none. */
    static RequestInput kept(Exchange exchange, byte[] body) {
        RequestInput input = new RequestInput(exchange, 0, Framing.NONE);
        input.buffer = ByteBuffer.wrap(body);
        return input;
    }

    /** The bytes of an upgraded exchange, up to the client's end. */
    public static RequestInput upgraded(Exchange exchange) {
        return new RequestInput(exchange, -1, Framing.CLOSE);
    }

    /** For whoever brings a buffer: see {@link dev.serval.http.UpgradedBytes#read}. */
    public int poll(ByteBuffer target) throws IOException {
        if (finished) {
            return -1;
        }
        gate.enter();
        try {
            int count = exchange.poll(target);
            counted(count);
            return count;
        } finally {
            gate.leave();
        }
    }

    /** Runs the task once when there are bytes, or the end; nobody reads until then. */
    public void when(Runnable task) {
        gate.enter();
        try {
            exchange.when(Interest.READ, task);
        } finally {
            gate.leave();
        }
    }

    /** The settings of the connector that it came by. */
    HttpConfig config() {
        return exchange.config();
    }

    /** The failure of the connection; null if there is none. */
    IOException failure() {
        return failure;
    }

    public void cycle(Turns turns) {
        cycle = turns;
    }

    /** The owner of the body, which answers for use that comes too late. */
    public RequestInput belongs(StreamOwner to) {
        owner = to;
        if (gate != null) {
            gate.belongs(to);
        }
        return this;
    }

    /**
     * Whether the connection has delivered the whole body, even if it was not read from here yet.
     */
    boolean isEnded() {
        return finished;
    }

    /** Whether nothing was read, so that another reader can have it all. */
    public boolean isUntouched() {
        return gate == null || taken == 0 && !finished && failure == null;
    }

    /** The trailers, once it is ended; null if there are none. */
    Fields trailers() {
        return trailers;
    }

    /** Bytes that have come so far. */
    public long taken() {
        return taken;
    }

    /** Whether a listener has heard of the end, or of a failure. */
    public boolean isTold() {
        return told;
    }

    /**
     * No other thread may read any more: true if none does now; otherwise the task runs when it has
     * left, which is made to happen soon. See {@link StreamGate#shut}.
     */
    public boolean shut(Runnable then) {
        if (gate == null || gate.shut(then)) {
            return true;
        }
        exchange.giveUpReading();
        return false;
    }

    /** The request goes on asynchronously after all. */
    public void open() {
        if (gate != null) {
            gate.open();
        }
    }

    /** The call is over: reads are not allowed any more. */
    public void end() {
        over = true;
        if (gate != null) {
            gate.close();
        }
    }

    @Override
    public int read() throws IOException {
        requireReadable();
        if (!buffer.hasRemaining()) {
            if (buffer.capacity() == 0) {
                buffer = ByteBuffer.allocate(BLOCK);
            }
            requireBlocking();
            buffer.clear();
            int count = fill(buffer);
            buffer.flip();
            if (count < 0) {
                return -1;
            }
        }
        return buffer.get() & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return take(ByteBuffer.wrap(bytes, offset, length));
    }

    /** The bytes that were read are between the unchanged position and the limit. */
    @Override
    public int read(ByteBuffer target) throws IOException {
        int start = target.position();
        int count = take(target);
        if (count > 0) {
            target.position(start);
            target.limit(start + count);
        }
        return count;
    }

    private int take(ByteBuffer target) throws IOException {
        requireReadable();
        if (!target.hasRemaining()) {
            return 0;
        }
        if (!buffer.hasRemaining()) {
            requireBlocking();
            return fill(target);
        }
        int count = Math.min(buffer.remaining(), target.remaining());
        target.put(buffer.slice(buffer.position(), count));
        buffer.position(buffer.position() + count);
        return count;
    }

    @Override
    public int readLine(byte[] bytes, int offset, int length) throws IOException {
        requireNoListener();
        return super.readLine(bytes, offset, length);
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        requireNoListener();
        return super.readAllBytes();
    }

    @Override
    public byte[] readNBytes(int length) throws IOException {
        requireNoListener();
        return super.readNBytes(length);
    }

    @Override
    public int readNBytes(byte[] bytes, int offset, int length) throws IOException {
        requireNoListener();
        return super.readNBytes(bytes, offset, length);
    }

    /** The rest of the body is dropped by the connection. */
    @Override
    public void close() {
        closed = true;
    }

    @Override
    public int available() {
        return buffer.remaining();
    }

    @Override
    public boolean isFinished() {
        return finished && !buffer.hasRemaining();
    }

    /**
     * With a listener: true if a read does not wait. After false the listener is called once, for
     * bytes, the end, or a failure.
     */
    @Override
    public boolean isReady() {
        if (listener == null || closed) {
            return true;
        }
        if (over || armed) {
            return false;
        }
        if (poll()) {
            return true;
        }
        if (!armed) {
            // The end, or a failure, which a turn reports.
            armed = true;
            cycle.readable();
        }
        return false;
    }

    /** True if bytes are there; otherwise it has registered for them, unless there will be none. */
    private boolean poll() {
        if (buffer.hasRemaining()) {
            return true;
        }
        if (finished || failure != null) {
            return false;
        }
        if (buffer.capacity() < LISTENED) {
            buffer = ByteBuffer.allocate(LISTENED);
        }
        gate.enter();
        buffer.clear();
        try {
            int count = exchange.poll(buffer);
            counted(count);
            if (count == 0) {
                armed = true;
                exchange.when(Interest.READ, cycle::readable);
            }
            return count > 0;
        } catch (IOException e) {
            failure = e;
            return false;
        } finally {
            buffer.flip();
            gate.leave();
        }
    }

    /** In a turn: tells the listener what it waits for. */
    public void proceed() throws IOException {
        armed = false;
        if (listener == null || told || over) {
            return;
        }
        if (poll()) {
            try {
                listener.onDataAvailable();
            } catch (IOException | RuntimeException | Error e) {
                if (failure == null) {
                    told = true;
                    listener.onError(e);
                    if (cycle.isUndecided()) {
                        throw e;
                    }
                    return;
                }
            }
        }
        if (armed || told) {
            return;
        }
        if (failure != null) {
            told = true;
            listener.onError(ClientAbortException.of(failure));
            if (cycle.isUndecided()) {
                throw failure;
            }
            return;
        }
        if (finished && !buffer.hasRemaining()) {
            told = true;
            listener.onAllDataRead();
        }
    }

    @Override
    public void setReadListener(ReadListener wanted) {
        if (listener != null) {
            throw new IllegalStateException("Servlet 6.1 §3.8: there is a ReadListener already");
        }
        Objects.requireNonNull(wanted, "listener");
        if (cycle == null || !cycle.isStarted()) {
            throw new IllegalStateException("Servlet 6.1 §3.8: a ReadListener before startAsync");
        }
        listener = wanted;
        armed = true;
        cycle.readable();
    }

    private void requireBlocking() {
        if (listener != null && !finished) {
            throw new IllegalStateException(
                    "Servlet 6.1 §3.8: a read that would wait; isReady was not asked, or said so");
        }
    }

    private void requireNoListener() {
        if (listener != null) {
            throw new IllegalStateException(
                    "Servlet 6.1, ServletInputStream: with a ReadListener only read may be called");
        }
    }

    private void requireReadable() throws IOException {
        if (over) {
            throw RequestOutcome.late(owner);
        }
        if (closed) {
            throw new IOException("the input is closed");
        }
        if (listener != null && armed) {
            throw new IllegalStateException(
                    "Servlet 6.1 §3.8: a read before the listener is called; isReady was false");
        }
    }

    private int fill(ByteBuffer target) throws IOException {
        if (finished) {
            return -1;
        }
        gate.enter();
        try {
            int count = exchange.read(target);
            counted(count);
            return count;
        } catch (IOException e) {
            if (!gate.isShut()) {
                failure = e;
            }
            throw ClientAbortException.of(e);
        } finally {
            gate.leave();
        }
    }

    private void counted(int count) {
        if (count < 0) {
            trailers = exchange.trailers();
            finished = true;
            return;
        }
        taken += count;
        if (left >= 0) {
            left -= count;
            finished = left == 0;
        }
    }
}
