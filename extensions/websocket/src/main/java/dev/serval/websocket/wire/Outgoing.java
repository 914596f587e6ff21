package dev.serval.websocket.wire;

import dev.serval.net.Parked;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * One frame that is to be sent, and who is told; one link of the row in which they leave. Guarded
 * by the lock of its {@link Sender}, but for what is encoded, which is of the thread that sends.
 */
final class Outgoing {
    /** In place of an opcode: nothing is sent, but what stands before it leaves. */
    static final int FLUSH = -1;

    final int opcode;
    final boolean fin;
    // Bytes about, for the bound of what waits.
    final int size;
    // By System.nanoTime; 0 for never.
    final long deadline;
    private final SendCompletion completion;
    Outgoing next;
    // From here on it leaves as it is.
    boolean taken;

    private boolean over;
    private Throwable failure;
    private Parked waiting;

    // Counts for each frame beside its payload, since empty ones take memory, too.
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

    boolean isMessage() {
        return opcode == Opcode.TEXT || opcode == Opcode.BINARY;
    }

    /** What is to be sent as text, which is not needed any more; null for bytes. */
    CharSequence takeText() {
        CharSequence taking = text;
        text = null;
        return taking;
    }

    /** A later pong stands for an earlier one (RFC 6455 §5.5.3). */
    void replace(byte[] later) {
        data = ByteBuffer.wrap(later);
    }

    /**
     * By lock: it is written, or will not be.
     *
     * @return who waits for that; null if nobody does
     */
    Parked over(Throwable cause) {
        over = true;
        failure = cause;
        return waiting;
    }

    /** By lock: null when it is over, else what the calling thread waits for. */
    Parked waiter() {
        if (!over) {
            waiting = new Parked();
        }
        return over ? null : waiting;
    }

    /** Null when it was written; behind its end. */
    Throwable failure() {
        return failure;
    }

    /** True when somebody is to be told. */
    boolean isAwaited() {
        return completion != SendCompletion.IGNORED;
    }

    void tell() {
        completion.completed(failure);
    }
}
