package dev.serval.websocket.wire;

import dev.serval.net.Parked;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * One frame to be sent, with its completion; a link in the list of frames. Guarded by the lock of
 * its {@link Sender}, except for the encoding, which belongs to the sending thread.
 */
final class Outgoing {
    /** Instead of an opcode: nothing is sent, but all frames before it are written. */
    static final int FLUSH = -1;

    private static final int MOST_OF_CONTROL = 125;
    // A peer that takes nothing for this time does not read.
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(60);

    final int opcode;
    final boolean fin;
    // Approximate bytes, for the limit of waiting ones.
    final int size;
    // By System.nanoTime; 0 means never.
    final long deadline;
    private final long made = System.nanoTime();
    private final SendCompletion completion;
    Outgoing next;
    // Once true, the frame is sent unchanged.
    boolean taken;

    private boolean over;
    private Throwable failure;
    private Parked waiting;

    // Added for each frame beside its payload, since empty ones take memory, too.
    private static final int WEIGHT = 128;

    // Text to be encoded; null for bytes.
    private CharSequence text;
    // Null until it is encoded.
    ByteBuffer data;
    boolean headed;
    int key;

    private Outgoing(
            int opcode,
            boolean fin,
            CharSequence text,
            ByteBuffer data,
            long timeoutMillis,
            SendCompletion completion) {
        this.opcode = opcode;
        this.fin = fin;
        this.text = text;
        this.data = data;
        this.completion = completion;
        size = WEIGHT + (text != null ? text.length() : data.remaining());
        deadline =
                timeoutMillis <= 0
                        ? 0
                        : System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis) | 1;
    }

    static Outgoing text(
            CharSequence text, boolean last, long timeoutMillis, SendCompletion completion) {
        return new Outgoing(Opcode.TEXT, last, text, null, timeoutMillis, completion);
    }

    static Outgoing binary(
            ByteBuffer data, boolean last, long timeoutMillis, SendCompletion completion) {
        return new Outgoing(Opcode.BINARY, last, null, data, timeoutMillis, completion);
    }

    /** A control frame, or {@link #FLUSH}. */
    static Outgoing control(
            int opcode, byte[] data, long timeoutMillis, SendCompletion completion) {
        return new Outgoing(opcode, true, null, ByteBuffer.wrap(data), timeoutMillis, completion);
    }

    /**
     * A control frame.
     *
     * @param data copied and not consumed
     */
    static Outgoing copied(
            int opcode, ByteBuffer data, long timeoutMillis, SendCompletion completion) {
        if (data.remaining() > MOST_OF_CONTROL) {
            throw new IllegalArgumentException("RFC 6455 §5.5: more than 125 bytes");
        }
        byte[] copy = new byte[data.remaining()];
        data.get(data.position(), copy);
        return control(opcode, copy, timeoutMillis, completion);
    }

    /**
     * Whether a frame should have been written by now, or none is written at all. Guarded by lock.
     *
     * @param moved when something was written last
     */
    static boolean isOverdue(Outgoing oldest, long moved, long now) {
        if (oldest != null && Math.min(now - moved, now - oldest.made) > STUCK_NANOS) {
            return true;
        }
        Outgoing frame = oldest;
        while (frame != null && (frame.deadline == 0 || frame.deadline - now >= 0)) {
            frame = frame.next;
        }
        return frame != null;
    }

    boolean isMessage() {
        return opcode == Opcode.TEXT || opcode == Opcode.BINARY;
    }

    /** The text to be sent, which is then released; null for bytes. */
    CharSequence takeText() {
        CharSequence taking = text;
        text = null;
        return taking;
    }

    /** A later pong replaces an earlier one (RFC 6455 §5.5.3). */
    void replace(byte[] later) {
        data = ByteBuffer.wrap(later);
    }

    /**
     * Guarded by lock: the frame is written, or will not be.
     *
     * @return the waiting thread; null if there is none
     */
    Parked over(Throwable cause) {
        over = true;
        failure = cause;
        return waiting;
    }

    /**
     * Guarded by lock: null if the frame has ended, otherwise what the calling thread waits for.
     */
    Parked waiter() {
        if (!over) {
            waiting = new Parked();
        }
        return over ? null : waiting;
    }

    /** Null if it was written; called after its end. */
    Throwable failure() {
        return failure;
    }

    /** True if there is a completion to call. */
    boolean isAwaited() {
        return completion != SendCompletion.IGNORED;
    }

    void tell() {
        completion.completed(failure);
    }
}
