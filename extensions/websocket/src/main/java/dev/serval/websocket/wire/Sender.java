package dev.serval.websocket.wire;

import dev.serval.http.UpgradedBytes;
import dev.serval.net.Parked;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Sends frames in order, each complete when the operating system has taken it. Thread-safe. A
 * thread does not wait for another one that is sending: the other thread sends the frame too, and
 * several small ones with one write.
 *
 * <pre>
 *          a frame                 the socket takes no more          writable, meanwhile
 *   IDLE -----------&gt; SENDING -------------------------------&gt; ARMING ----------------&gt; SENDING
 *    ^                 |  ^                                     |
 *    +--- none left,   |  +------------- writable -- WAITING &lt;--+
 *         or no thread
 *                      any state -- fail --&gt; broken: frames fail at once
 * </pre>
 */
final class Sender {
    // One connection must not occupy a loop that others wait for.
    private static final int WRITES_PER_TURN = 32;

    private enum SenderState {
        IDLE,
        SENDING,
        ARMING,
        WAITING
    }

    private final UpgradedBytes bytes;
    private final boolean blocks;
    private final Encoder encoder;
    private final int maxQueued;
    private final Consumer<IOException> onFailure;
    private final Runnable onClosed;
    private final Runnable resume = this::resume;
    private final Runnable forked = this::sendAndTell;
    private final Completions done = new Completions();
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock. The list, from the oldest incomplete frame, and the next to be encoded.
    private SenderState state = SenderState.IDLE;
    private Outgoing oldest;
    private Outgoing newest;
    private Outgoing unsent;
    private int queued;
    // The opcode of the message that is being sent in parts; 0 if there is none.
    private int partsOf;
    private boolean closing;
    private IOException broken;

    // Whether messages may wait for each other.
    volatile boolean batching;
    private volatile int written;
    // Used by the sending thread: whether encoded bytes must not wait for more.
    private boolean urgent;
    private int budget;

    /**
     * @param onFailure called once, on any thread, when the connection takes no more
     * @param onClosed called once, on any thread, when the close frame is written
     */
    Sender(
            UpgradedBytes bytes,
            Encoder encoder,
            int maxQueued,
            Consumer<IOException> onFailure,
            Runnable onClosed) {
        this.bytes = bytes;
        blocks = bytes.waits().blocks();
        this.encoder = encoder;
        this.maxQueued = maxQueued;
        this.onFailure = onFailure;
        this.onClosed = onClosed;
    }

    /** Changes with every write. */
    int written() {
        return written;
    }

    // ---- frames

    /**
     * Sends without waiting.
     *
     * @param whole whether it must not be between the parts of another message
     */
    void send(Outgoing frame, boolean whole) {
        add(frame, whole, maxQueued, blocks);
        tell();
    }

    /** Sends, and waits until it is written. */
    void sendAndWait(Outgoing frame, boolean whole) throws IOException {
        add(frame, whole, Integer.MAX_VALUE, false);
        Parked waiter;
        lock.lock();
        try {
            waiter = frame.waiter();
        } finally {
            lock.unlock();
        }
        if (waiter != null) {
            await(waiter);
        }
        tell();
        Throwable failure = frame.failure();
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
    }

    private void await(Parked waiter) throws IOException {
        try {
            bytes.waits().await(waiter);
        } catch (IllegalStateException e) {
            throw new IOException("the connection is closed", e);
        }
    }

    /** Answers a ping: a pong that was not sent yet answers both (RFC 6455 §5.5.3). */
    void pong(byte[] data) {
        lock.lock();
        try {
            Outgoing last = newest;
            if (last != null && last.opcode == Opcode.PONG && !last.taken) {
                last.replace(data);
                return;
            }
        } finally {
            lock.unlock();
        }
        send(Outgoing.control(Opcode.PONG, data, 0, SendCompletion.IGNORED), false);
    }

    /** The last frame; false if there was one already. */
    boolean close(byte[] payload) {
        lock.lock();
        try {
            if (closing || broken != null) {
                return false;
            }
            closing = true;
        } finally {
            lock.unlock();
        }
        send(Outgoing.control(Opcode.CLOSE, payload, 0, SendCompletion.IGNORED), false);
        return true;
    }

    private void add(Outgoing frame, boolean whole, int bound, boolean elsewhere) {
        lock.lock();
        try {
            if (frame.isMessage()) {
                requireOrder(frame, whole);
            }
            IOException refused = refusal(frame, bound);
            if (refused != null) {
                over(frame, refused);
                return;
            }
            if (frame.isMessage()) {
                partsOf = frame.fin ? 0 : frame.opcode;
            }
            append(frame);
            if (state != SenderState.IDLE) {
                return;
            }
            state = SenderState.SENDING;
        } finally {
            lock.unlock();
        }
        if (!elsewhere) {
            send(Integer.MAX_VALUE);
        } else if (!fork()) {
            // A write may wait for the peer, which this thread must not do.
            leave();
        }
    }

    /** Guarded by lock. */
    private void requireOrder(Outgoing frame, boolean whole) {
        if (partsOf != 0 && (whole || partsOf != frame.opcode)) {
            throw new IllegalStateException(
                    "RFC 6455 §5.4: a message that is sent in parts is not complete");
        }
    }

    /** Guarded by lock. */
    private IOException refusal(Outgoing frame, int bound) {
        if (broken != null) {
            return broken;
        }
        if (closing && frame.opcode != Opcode.CLOSE) {
            return new IOException("the connection is closed");
        }
        if (frame.opcode != Opcode.CLOSE && oldest != null && frame.size > bound - queued) {
            return new IOException("more than " + bound + " bytes wait: the peer does not read");
        }
        return null;
    }

    /** Guarded by lock. */
    private void append(Outgoing frame) {
        if (oldest == null) {
            oldest = frame;
        } else {
            newest.next = frame;
        }
        newest = frame;
        queued += frame.size;
        if (unsent == null) {
            unsent = frame;
        }
    }

    // ---- the sending thread

    private void sendAndTell() {
        send(Integer.MAX_VALUE);
        tell();
    }

    /** The socket takes more; on a thread that must not be blocked. */
    private void resume() {
        lock.lock();
        try {
            if (state == SenderState.ARMING) {
                state = SenderState.SENDING;
                return;
            }
            if (state != SenderState.WAITING) {
                return;
            }
            state = SenderState.SENDING;
        } finally {
            lock.unlock();
        }
        if (encoder.isCostly() && fork()) {
            return;
        }
        send(WRITES_PER_TURN);
        if (done.isAny()) {
            bytes.askForTurn();
        }
    }

    private boolean fork() {
        try {
            bytes.fork(forked);
            return true;
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            return false;
        }
    }

    /**
     * Continues until nothing is left, or the socket takes no more.
     *
     * @param writes after which it lets others use the thread
     */
    private void send(int writes) {
        budget = writes;
        try {
            while (goesOn()) {
                // Until another thread continues, or the next frame arrives.
            }
        } catch (IOException e) {
            fail(e);
            leave();
        } catch (RuntimeException | Error e) {
            fail(new IOException(e));
            leave();
            throw e;
        }
    }

    private boolean goesOn() throws IOException {
        if (encoder.isLeaving()) {
            return write();
        }
        Outgoing frame = next();
        if (frame == null) {
            return urgent && !encoder.isEmpty() ? write() : !rests();
        }
        if (frame.opcode != Outgoing.FLUSH && !encoder.encode(frame)) {
            return write();
        }
        urgent |= !batching || !frame.isMessage();
        encoded(frame);
        return true;
    }

    private Outgoing next() throws IOException {
        lock.lock();
        try {
            if (broken != null) {
                throw broken;
            }
            if (unsent != null) {
                unsent.taken = true;
            }
            return unsent;
        } finally {
            lock.unlock();
        }
    }

    private void encoded(Outgoing frame) {
        lock.lock();
        try {
            unsent = frame.next;
        } finally {
            lock.unlock();
        }
    }

    /** Nothing is to be written now: true unless another frame has arrived meanwhile. */
    private boolean rests() {
        complete();
        lock.lock();
        try {
            if (unsent != null || broken != null) {
                return false;
            }
            state = SenderState.IDLE;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Writes the encoded bytes; false if another thread continues. */
    private boolean write() throws IOException {
        ByteBuffer out = encoder.leaving();
        while (!bytes.write(out)) {
            written++;
            if (!await()) {
                return false;
            }
        }
        written++;
        urgent = false;
        encoder.left();
        complete();
        if (--budget > 0) {
            return true;
        }
        budget = WRITES_PER_TURN;
        return await();
    }

    /** True if the socket takes more already; otherwise {@link #resume} continues. */
    private boolean await() throws IOException {
        lock.lock();
        try {
            if (broken != null) {
                throw broken;
            }
            state = SenderState.ARMING;
        } finally {
            lock.unlock();
        }
        try {
            bytes.whenWritable(resume);
        } catch (IllegalStateException e) {
            throw new IOException("the connection is closed", e);
        }
        lock.lock();
        try {
            if (state == SenderState.SENDING) {
                return true;
            }
            if (broken != null) {
                throw broken;
            }
            state = SenderState.WAITING;
            return false;
        } finally {
            lock.unlock();
        }
    }

    // ---- the end of frames

    /** All encoded bytes are written. */
    private void complete() {
        boolean closed = false;
        lock.lock();
        try {
            while (oldest != unsent) {
                Outgoing frame = oldest;
                oldest = frame.next;
                queued -= frame.size;
                closed |= frame.opcode == Opcode.CLOSE;
                over(frame, null);
            }
            if (oldest == null) {
                newest = null;
            }
        } finally {
            lock.unlock();
        }
        if (closed) {
            onClosed.run();
        }
    }

    /** Guarded by lock. */
    private void over(Outgoing frame, Throwable cause) {
        frame.next = null;
        Parked waiting = frame.over(cause);
        if (waiting != null) {
            waiting.run();
        }
        if (frame.isAwaited()) {
            done.add(frame);
        }
    }

    /** Calls the completions of complete frames. */
    void tell() {
        done.tell();
    }

    /** From any thread: nothing is sent any more. Only the first call counts. */
    void fail(IOException cause) {
        boolean mine;
        lock.lock();
        try {
            if (broken != null) {
                return;
            }
            broken = cause;
            Outgoing frame = oldest;
            oldest = null;
            newest = null;
            unsent = null;
            queued = 0;
            while (frame != null) {
                Outgoing following = frame.next;
                over(frame, cause);
                frame = following;
            }
            mine = state == SenderState.IDLE || state == SenderState.WAITING;
            if (mine) {
                state = SenderState.SENDING;
            }
        } finally {
            lock.unlock();
        }
        if (mine) {
            leave();
        }
        onFailure.accept(cause);
    }

    /** By the sending thread: the rest is left for another thread, or given up. */
    private void leave() {
        lock.lock();
        try {
            if (broken != null) {
                encoder.release();
            }
            state = SenderState.IDLE;
        } finally {
            lock.unlock();
        }
    }

    /** Gives waiting frames a thread if they have none; true if one is overdue. By the sweep. */
    boolean isOverdue(long moved, long now) {
        if (!lock.tryLock()) {
            // Checked at the next sweep: another thread is about to act.
            return false;
        }
        boolean begins;
        boolean overdue;
        try {
            overdue = Outgoing.isOverdue(oldest, moved, now);
            begins = blocks && state == SenderState.IDLE && unsent != null;
            if (begins) {
                state = SenderState.SENDING;
            }
        } finally {
            lock.unlock();
        }
        if (begins && !fork()) {
            leave();
        }
        return overdue;
    }
}
