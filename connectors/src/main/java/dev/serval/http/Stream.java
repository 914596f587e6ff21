package dev.serval.http;

import dev.serval.net.Call;
import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import dev.serval.net.Pace;
import dev.serval.net.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The protocol's side of an exchange: one request body in, one response out. Called by {@link
 * Exchange} alone, by one thread at a time.
 */
public interface Stream {
    Peer peer();

    /** The settings of the connector. */
    HttpConfig config();

    /** Where the connector tells of the requests that it refuses. */
    RefusalLog refusals();

    /** Whether the connection takes another request when the exchange is over. */
    default boolean keeps() {
        return true;
    }

    /** Makes the request head independent of the connection's buffer and returns it. */
    RequestHead releaseHead();

    /**
     * Body bytes: count, 0 when none is there yet, -1 at the end. Throws when the body is cut or
     * malformed.
     */
    int read(ByteBuffer target) throws IOException;

    /** Like {@link #read}; 0 wherever that would wait, on a blocking transport too. */
    int poll(ByteBuffer target) throws IOException;

    /** The trailers of the request, complete once its body has ended; null if there are none. */
    Fields trailers();

    /** Sends 100 Continue if the client waits for it; may wait for the socket. */
    void acknowledge() throws IOException;

    /**
     * Puts a 101 out, with these fields, and goes on with the bytes as they are, both ways. Throws
     * IllegalStateException where that cannot be.
     */
    UpgradedWaits upgrade(Fields fields) throws IOException;

    /** Puts an interim response out (RFC 9110 §15.2), only before the head. */
    void inform(int status, Fields fields) throws IOException;

    /**
     * Puts the head into the output.
     *
     * @param prepared further fields; null if there is none
     * @param length of the body, where its framing is LENGTH
     * @param last true when nothing follows, neither a body nor trailers
     */
    void begin(
            int status,
            Fields fields,
            PreparedFields prepared,
            Framing framing,
            long length,
            boolean last)
            throws IOException;

    /** Takes body bytes; false when some are left: wait for WRITE and call again with the same. */
    boolean write(ByteBuffer data) throws IOException;

    /** True when everything taken so far has gone to the operating system. */
    boolean flush() throws IOException;

    /**
     * The rest of the body, sent after {@link Exchange#complete}; at most once. Length-framed only.
     * The buffer may be one that others send at the same time: its position stays where it is.
     */
    void tail(ByteBuffer data);

    /** Like {@link #tail(ByteBuffer)}, from a file. */
    void tail(FileRegion region);

    /**
     * All of the body was taken: ends a chunked one. Does not wait.
     *
     * @param trailers behind a chunked body; null if there is none
     */
    void finish(Fields trailers) throws IOException;

    /** The calling thread waits until the interest is ready or the connection is gone. */
    void await(Interest interest) throws IOException;

    /**
     * Runs the task once when the interest is ready. Until then nothing of that direction may be
     * touched.
     */
    void when(Interest interest, Runnable task);

    /** Gives up what was asked for by {@link #when}: its tasks run no more, or do no harm. */
    void forget();

    /** From any thread: ends a wait for body bytes as if its time were over. */
    void giveUpReading();

    /** Runs the call on a thread that may block, see {@link Exchange#dispatch}. */
    void dispatch(Call call);

    /** Runs a task that may block on a thread that is not the caller's. */
    void fork(Runnable task);

    /**
     * The same for a task that an event has brought, which an event loop may run itself where such
     * tasks have been short; by default never.
     */
    default void fork(Runnable task, Pace pace) {
        fork(task);
    }

    /**
     * The exchange was completed after {@code handle} had returned: what the calling thread is to
     * run so that the connection goes on; null when another thread does.
     */
    Runnable resume();

    /** Cuts the response: the client must see that it is not whole. */
    void abort();
}
