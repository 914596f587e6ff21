package dev.serval.net;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The bytes of one connection. Reading and writing may be two threads; two readers or two writers
 * never. One READ and one WRITE registration at a time; a second one throws IllegalStateException.
 */
public interface Transport {
    /**
     * Returns the number of bytes, -1 at the end. An event-driven transport returns 0 if nothing is
     * there; a blocking one waits for {@link #readTimeout} at the most and never returns 0. Throws
     * SocketTimeoutException if the wait took too long.
     */
    int read(ByteBuffer target) throws IOException;

    /**
     * True if the operating system took everything. On false, wait for WRITE and call again with
     * the same buffers, which may be partly or wholly consumed. Throws SocketTimeoutException if
     * the wait for WRITE took too long.
     */
    boolean write(ByteBuffer source) throws IOException;

    /**
     * Like {@link #write(ByteBuffer)}, for several buffers in their order, with one call where
     * possible.
     */
    boolean write(ByteBuffer[] sources) throws IOException;

    /**
     * Sends from a file, with the same contract; the bytes of one call are bounded, for fairness.
     * Throws an IOException when the file has become shorter than the region: it is never padded.
     */
    boolean transfer(FileRegion region) throws IOException;

    /** Runs the task once when ready; at once, on this thread, if it is ready already. */
    void when(Interest interest, Runnable task);

    /**
     * The calling thread waits until ready, expired or closed. Gives an event loop away before it
     * waits.
     */
    void await(Interest interest) throws IOException;

    /** Gives up a wait that {@link #when} began, if it is not over; its task does not run then. */
    void forget(Interest interest);

    /** True if reading and writing block the calling thread. */
    boolean blocks();

    /** Milliseconds that the next waits for bytes may take; 0 or less means no limit. */
    void readTimeout(long millis);

    /** Milliseconds that the next waits for room may take; 0 or less means no limit. */
    void writeTimeout(long millis);

    /** Its wait for bytes, for code that may have to end it early. */
    ReadWait readWait();

    /** Called by the sweep, from its thread: ends waits whose time is over. */
    void sweep(long now);

    /** From any thread: ends a wait as if its time were over. Nothing happens if nobody waits. */
    void expire(Interest interest);

    /**
     * Tells the peer that no more bytes will be sent, if the protocol has a message for it (TLS:
     * close_notify). Called before {@link #shutdownOutput} and {@link #close}. True if that was
     * sent; on false, wait for WRITE and call again.
     */
    default boolean finish() throws IOException {
        return true;
    }

    /** No more bytes will be sent; the peer sees the end. */
    void shutdownOutput() throws IOException;

    /** Closes in order. Idempotent. */
    void close();

    /**
     * After {@link #shutdownOutput}, in place of {@link #close}: nothing is read or written any
     * more, and the socket is closed a moment later, so that what was sent last arrives.
     */
    void closeLater();

    /** Closes so that the peer sees a reset, not an end. Idempotent. */
    void reset();

    Peer peer();

    /**
     * Sets what {@link #peer} returns from now on: the ends that a proxy in front reports. Called
     * by the owner before anything else knows the connection.
     */
    default void peer(Peer told) {
        throw new UnsupportedOperationException();
    }
}
