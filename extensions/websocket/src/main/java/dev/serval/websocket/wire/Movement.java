package dev.serval.websocket.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Notes when something has last moved on a connection. Used by the sweep, whose times it notes. */
final class Movement {
    // The time that a held message gains by each of its bytes: 240 bytes a second, as for bodies.
    private static final long NANOS_OF_BYTE = TimeUnit.SECONDS.toNanos(1) / 240;

    // How long a message may stop halfway while nothing moves: it holds memory.
    static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final byte[] QUESTION = "are you there?".getBytes(StandardCharsets.US_ASCII);

    private static final long SILENT_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(60);

    private int received = -1;
    private int written;
    private long since;
    private long writtenSince;
    // Whether an answer to a ping is due, and since when.
    private boolean asked;
    private long askedAt;
    // Of the message of which a part is held.
    private int message;
    private long held;
    private long heldSince;

    /** Notes counts, which change whenever something moves. */
    void look(int in, int out, MessageReader messages, long now) {
        if (out != written || received < 0) {
            writtenSince = now;
            since = now;
        }
        if (in != received) {
            since = now;
            asked = false;
        }
        received = in;
        written = out;
        int begun = messages.begun();
        held = messages.held();
        if (begun != message || held == 0) {
            message = begun;
            heldSince = now;
        }
    }

    /** For how long nothing has moved. */
    long idle(long now) {
        return now - since;
    }

    /**
     * Whether a ping is to be sent now: a peer that is gone without a close frame would hold the
     * connection for ever.
     */
    boolean asks(long now) {
        if (asked || idle(now) <= SILENT_NANOS) {
            return false;
        }
        asked = true;
        askedAt = now;
        return true;
    }

    /** Whether a ping was sent, and nothing has arrived in time since then. */
    boolean isGone(long now) {
        return asked && now - askedAt > ANSWER_NANOS;
    }

    /** The ping. */
    static Outgoing question() {
        return Outgoing.control(Opcode.PING, QUESTION, 0, SendCompletion.IGNORED);
    }

    /** Whether a pong answers this ping; such a pong is not passed to applications. */
    static boolean isAnswer(byte[] pong) {
        return Arrays.equals(pong, QUESTION);
    }

    /** Since when nothing was written. */
    long written() {
        return writtenSince;
    }

    /** Whether a message arrives so slowly that it only holds memory, whatever else arrives. */
    boolean isSlow(long now) {
        return now - heldSince > STALLED_NANOS + held * NANOS_OF_BYTE;
    }
}
