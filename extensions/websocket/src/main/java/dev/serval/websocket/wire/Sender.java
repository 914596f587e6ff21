package dev.serval.websocket.wire;

import dev.serval.http.UpgradedBytes;
import dev.serval.net.Parked;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * What leaves: frames in their order, each complete when the operating system has taken it.
 * Thread-safe. Nobody who finds another thread sending waits for it: that one takes the frame
 * along, and several small ones leave with one write.
 *
 * <pre>
 *          a frame                 the socket takes no more          writable, meanwhile
 *   IDLE -----------&gt; SENDING -------------------------------&gt; ARMING ----------------&gt; SENDING
 *    ^                 |  ^                                     |
 *    +--- none left ---+  +------------- writable -- WAITING &lt;--+
 *                      any state -- fail --&gt; broken: frames fail at once
 * </pre>
 */
final class Sender {
    // One connection must not hold a loop that others wait for.
    private static final int WRITES_PER_TURN = 32;

    private enum State {
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

    // By lock. The row: from the oldest that is not complete, and from where it is to be encoded.
    private State state = State.IDLE;
    private Outgoing oldest;
    private Outgoing newest;
    private Outgoing unsent;
    private int queued;
    // Of the message that is sent in parts; 0 for none.
    private int partsOf;
    private boolean closing;
    private IOException broken;

    private volatile boolean batching;
    private volatile int written;
    // Of the thread that sends: what was encoded is not to wait for more.
    private boolean urgent;
    private int budget;

    /**
     * @param onFailure told once, on whichever thread, when the connection takes no more
     * @param onClosed told once, on whichever thread, when the close frame is written
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

    /** Changes with whatever was written. */
    int written() {
        return written;
    }

    boolean batching() {
        return batching;
    }

    void batching(boolean allowed) {
        batching = allowed;
    }

    // ---- frames

    /**
     * Sends without waiting.
     *
     * @param whole whether it may not stand between the parts of another message
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

    /** Answers a ping: a pong that has not left yet stands for both (RFC 6455 §5.5.3). */
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

    /** The last frame: false when there was one already. */
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
            if (state != State.IDLE) {
                return;
            }
            state = State.SENDING;
        } finally {
            lock.unlock();
        }
        if (!elsewhere || !fork()) {
            send(Integer.MAX_VALUE);
        }
    }

    /** By lock. */
    private void requireOrder(Outgoing frame, boolean whole) {
        if (partsOf != 0 && (whole || partsOf != frame.opcode)) {
            throw new IllegalStateException(
                    "RFC 6455 §5.4: a message that is sent in parts is not complete");
        }
    }

    /** By lock. */
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

    /** By lock. */
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

    // ---- the thread that sends

    private void sendAndTell() {
        send(Integer.MAX_VALUE);
        tell();
    }

    /** The socket takes more; on a thread that must not be blocked. */
    private void resume() {
        lock.lock();
        try {
            if (state == State.ARMING) {
                state = State.SENDING;
                return;
            }
            if (state != State.WAITING) {
                return;
            }
            state = State.SENDING;
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
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /**
     * Goes on until nothing is left, or the socket takes no more.
     *
     * @param writes after which it lets others use the thread
     */
    private void send(int writes) {
        budget = writes;
        try {
            while (goesOn()) {
                // Until another thread goes on, or the next frame comes.
            }
        } catch (IOException e) {
            fail(e);
            abandon();
        } catch (RuntimeException | Error e) {
            fail(new IOException(e));
            abandon();
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

    /** Nothing is to be written now: true unless another frame has come meanwhile. */
    private boolean rests() {
        complete();
        lock.lock();
        try {
            if (unsent != null || broken != null) {
                return false;
            }
            state = State.IDLE;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** What was encoded leaves: false when another thread goes on. */
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

    /** True when the socket takes more already; else {@link #resume} goes on. */
    private boolean await() throws IOException {
        lock.lock();
        try {
            if (broken != null) {
                throw broken;
            }
            state = State.ARMING;
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
            if (state == State.SENDING) {
                return true;
            }
            if (broken != null) {
                throw broken;
            }
            state = State.WAITING;
            return false;
        } finally {
            lock.unlock();
        }
    }

    // ---- the end of frames

    /** All that was encoded is written. */
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

    /** By lock. */
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

    /** Whoever waits for a frame that is complete hears of it. */
    void tell() {
        done.tell();
    }

    /** From any thread: nothing leaves any more. Only the first call counts. */
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
            mine = state == State.IDLE || state == State.WAITING;
            if (mine) {
                state = State.SENDING;
            }
        } finally {
            lock.unlock();
        }
        if (mine) {
            abandon();
        }
        onFailure.accept(cause);
    }

    /** By the one who sends, after a failure. */
    private void abandon() {
        encoder.release();
        lock.lock();
        try {
            state = State.IDLE;
        } finally {
            lock.unlock();
        }
    }

    /** Whether something should have left by now; see {@link System#nanoTime}. */
    boolean isOverdue(long now) {
        if (!lock.tryLock()) {
            // The next time: somebody is about to do something.
            return false;
        }
        try {
            for (Outgoing frame = oldest; frame != null; frame = frame.next) {
                if (frame.deadline != 0 && frame.deadline - now < 0) {
                    return true;
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }
}
