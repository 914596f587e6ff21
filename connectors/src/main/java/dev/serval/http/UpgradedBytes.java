package dev.serval.http;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The bytes of a connection that was upgraded (RFC 9110 §7.8), for a protocol that brings its own
 * buffers and holds none while nothing comes. One reader and one writer at a time, which may be two
 * threads. Once it is closed both fail with an IOException.
 */
public interface UpgradedBytes {
    /**
     * In a turn, and never waiting: count, 0 when nothing is there, -1 at the end. Whoever wants to
     * know of more says {@link #awaitBytes} behind it.
     */
    int read(ByteBuffer target) throws IOException;

    /** In a turn: another one comes when there are bytes, or the end. */
    void awaitBytes();

    /**
     * True when the operating system has taken all. On false ask by {@link #whenWritable}, and call
     * again with the same buffer, which may be partly or wholly consumed.
     */
    boolean write(ByteBuffer source) throws IOException;

    /** Runs the task once when more can be written, on a thread that must not be blocked. */
    void whenWritable(Runnable task);

    /** How its threads wait. */
    UpgradedWaits waits();

    /** From any thread: another turn comes, see {@link BytesHandler#turn}. */
    void askForTurn();

    /**
     * Runs a task that may block on a thread of the server, beside the turns. Throws
     * RejectedExecutionException when there is none.
     */
    void fork(Runnable task);

    /** From any thread: ends in order, without waiting. What was written still leaves. */
    void close();
}
