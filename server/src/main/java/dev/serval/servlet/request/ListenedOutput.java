package dev.serval.servlet.request;

import dev.serval.http.Exchange;
import dev.serval.net.Interest;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/**
 * The output with a WriteListener (Servlet 6.1 §5.4): sends as much as the socket takes without
 * waiting, and calls the listener when it takes more. For {@link ResponseOutput}, and used like
 * that.
 */
final class ListenedOutput {
    private final Exchange exchange;
    private final StreamGate gate;
    private final Turns cycle;
    private final WriteListener listener;
    private IOException failure;
    // Bytes that were taken, but not sent yet; null if there are none. The listener is called once
    // they were sent.
    private ByteBuffer pending;
    private boolean flushing;
    private volatile boolean armed = true;
    private boolean told;

    /** The creator of this object asks for the first call of the listener. */
    ListenedOutput(Exchange exchange, StreamGate gate, Turns cycle, WriteListener listener) {
        this.exchange = exchange;
        this.gate = gate;
        this.cycle = cycle;
        this.listener = listener;
    }

    /** The failure of the connection; null if there is none. */
    IOException failure() {
        return failure;
    }

    void failed(IOException cause) {
        failure = cause;
    }

    /** Whether the listener has heard of a failure. */
    boolean isTold() {
        return told;
    }

    /** Whether a write has to wait for the next call of the listener. */
    boolean isBusy() {
        return armed || pending != null;
    }

    /** True if a write does not wait; after false the listener is called once. */
    boolean isReady() {
        if (armed || gate.isShut()) {
            return false;
        }
        if (send()) {
            return true;
        }
        if (!armed) {
            // A failure, which a turn reports.
            armed = true;
            cycle.writable();
        }
        return false;
    }

    /** True if nothing waits for the socket any more; otherwise it has registered for it. */
    private boolean send() {
        if (failure != null) {
            return false;
        }
        gate.enter();
        try {
            if (pending != null && exchange.offer(pending)) {
                pending = null;
            }
            if (pending == null && flushing) {
                flushing = !exchange.tryFlush();
            }
            if (pending == null && !flushing) {
                return true;
            }
            armed = true;
            exchange.when(Interest.WRITE, cycle::writable);
            return false;
        } catch (IOException e) {
            failure = e;
            return false;
        } finally {
            gate.leave();
        }
    }

    /** In a turn: tells the listener that it may write. */
    void proceed() throws IOException {
        armed = false;
        if (told) {
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

    /** Within the gate: sends the bytes as soon as the socket takes them. */
    void flush() throws IOException {
        if (pending == null) {
            flushing = !exchange.tryFlush();
        } else {
            flushing = true;
        }
    }

    /** Within the gate: takes all of it. */
    void offer(ByteBuffer bytes) throws IOException {
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

    /**
     * Sends what the socket has not taken, on a thread that may wait. A failure is reported to the
     * listener, and thrown.
     *
     * @param rest supplies the bytes that were not offered yet; null if there are none
     */
    void settle(Supplier<ByteBuffer> rest) throws IOException {
        exchange.forget();
        armed = false;
        try {
            if (failure != null) {
                throw failure;
            }
            if (pending != null) {
                exchange.write(pending);
                pending = null;
            }
            ByteBuffer left = rest.get();
            if (left != null) {
                exchange.write(left);
            }
        } catch (IOException e) {
            failure = e;
            if (!told) {
                told = true;
                listener.onError(ClientAbortException.of(e));
            }
            throw e;
        }
    }
}
