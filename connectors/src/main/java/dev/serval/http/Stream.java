package dev.serval.http;

import dev.serval.net.Call;
import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import dev.serval.net.Pace;
import dev.serval.net.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The protocol's side of an exchange: reads one request body, sends one response. Called only by
 * {@link Exchange}, by one thread at a time.
 */
public interface Stream {
    Peer peer();

    /** The settings of the connector. */
    HttpConfig config();

    /** Where the connector logs the requests that it refuses. */
    RefusalLog refusals();

    /** Whether the connection takes another request when the exchange is over. */
    default boolean keeps() {
        return true;
    }

    /** Whether it carries requests and responses alone: neither upgrades nor trailers. */
    default boolean isPlain() {
        return false;
    }

    /** Makes the request head independent of the connection's buffer and returns it. */
    RequestHead releaseHead();

    /**
     * Reads body bytes: returns their number, 0 if none is there yet, -1 at the end. Throws if the
     * body is cut or malformed.
     */
    int read(ByteBuffer target) throws IOException;

    /** Like {@link #read}, but returns 0 instead of waiting, on a blocking transport too. */
    int poll(ByteBuffer target) throws IOException;

    /** The trailers of the request, complete once its body has ended; null if there are none. */
    Fields trailers();

    /** Sends 100 Continue if the client waits for it; may wait for the socket. */
    void acknowledge() throws IOException;

    /**
     * Writes a 101 with these fields into the output; from then on bytes pass unchanged both ways.
     * Throws IllegalStateException if the protocol has no such upgrade.
     */
    UpgradedWaits upgrade(Fields fields) throws IOException;

    /** Writes an interim response into the output (RFC 9110 §15.2), only before the head. */
    void inform(int status, Fields fields) throws IOException;

    /**
     * Writes the head into the output.
     *
     * @param prepared further fields; null if there is none
     * @param length of the body, if its framing is LENGTH
     * @param last true if nothing follows, neither a body nor trailers
     */
    void begin(
            int status,
            Fields fields,
            PreparedFields prepared,
            Framing framing,
            long length,
            boolean last)
            throws IOException;

    /**
     * Takes body bytes; false if some are left: wait for WRITE and call again with the same buffer.
     */
    boolean write(ByteBuffer data) throws IOException;

    /** True if the operating system has taken everything so far. */
    boolean flush() throws IOException;

    /**
     * Sets the rest of the body, which is sent after {@link Exchange#complete}; at most once, and
     * only with framing LENGTH. Others may send the same buffer at the same time: its position does
     * not change.
     */
    void tail(ByteBuffer data);

    /** Like {@link #tail(ByteBuffer)}, from a file. */
    void tail(FileRegion region);

    /**
     * The whole body was taken: ends a chunked one. Does not wait.
     *
     * @param trailers after a chunked body; null if there are none
     */
    void finish(Fields trailers) throws IOException;

    /** The calling thread waits until the interest is ready or the connection is gone. */
    void await(Interest interest) throws IOException;

    /**
     * Runs the task once when the interest is ready. Until then no operation of that direction may
     * be called.
     */
    void when(Interest interest, Runnable task);

    /**
     * Gives up the registrations of {@link #when}: their tasks do not run any more, or have no
     * effect.
     */
    void forget();

    /** From any thread: ends a wait for body bytes as if its time were over. */
    void giveUpReading();

    /** Runs the call on a thread that may block, see {@link Exchange#dispatch}. */
    void dispatch(Call call);

    /** Runs a task that may block on a thread that is not the caller's. */
    void fork(Runnable task);

    /**
     * The same for a task that an event has caused, which an event loop may run itself if such
     * tasks have been short; never by default.
     */
    default void fork(Runnable task, Pace pace) {
        fork(task);
    }

    /**
     * The exchange was completed after {@code handle} had returned. Returns what the calling thread
     * has to run so that the connection goes on; null if another thread does it.
     */
    Runnable resume();

    /** Cuts the response: the client must see that it is incomplete. */
    void abort();
}
