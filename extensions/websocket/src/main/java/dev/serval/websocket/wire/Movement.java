package dev.serval.websocket.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** What has moved on a connection, and since when nothing has. Of the sweep, as times are. */
final class Movement {
    // What a message that is held gains for each of its bytes: 240 a second, as for bodies.
    private static final long NANOS_OF_BYTE = TimeUnit.SECONDS.toNanos(1) / 240;

    // So long a message may stop halfway while nothing moves: it holds memory.
    static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final byte[] QUESTION = "are you there?".getBytes(StandardCharsets.US_ASCII);

    private static final long SILENT_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(60);

    private int received = -1;
    private int written;
    private long since;
    private long writtenSince;
    // Since then an answer has been due.
    private boolean asked;
    private long askedAt;
    // Of the message of which a part is held.
    private int message;
    private long held;
    private long heldSince;

    /** Counts that change with whatever moves. */
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
     * Whether the peer is to be asked now: some go without a word, and would hold a connection for
     * ever.
     */
    boolean asks(long now) {
        if (asked || idle(now) <= SILENT_NANOS) {
            return false;
        }
        asked = true;
        askedAt = now;
        return true;
    }

    /** Whether it was asked, and nothing has come since then. */
    boolean isGone(long now) {
        return asked && now - askedAt > ANSWER_NANOS;
    }

    /** Asks by a ping. */
    static Outgoing question() {
        return Outgoing.control(Opcode.PING, QUESTION, 0, SendCompletion.IGNORED);
    }

    /** Whether a pong is the answer to that, of which applications hear nothing. */
    static boolean isAnswer(byte[] pong) {
        return Arrays.equals(pong, QUESTION);
    }

    /** Since when nothing was written. */
    long written() {
        return writtenSince;
    }

    /** Whether so little of a message comes that it only holds memory, whatever else comes. */
    boolean isSlow(long now) {
        return now - heldSince > STALLED_NANOS + held * NANOS_OF_BYTE;
    }
}
