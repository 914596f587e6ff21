package dev.serval.net;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * A protocol on one connection, as a resumable step. Owned by whoever owns the connection; the same
 * code serves event-driven and blocking transports.
 */
public interface Conversation {
    /** See {@link #owesSince}. */
    long OWES_NOTHING = Long.MAX_VALUE;

    /** Does what the bytes at hand allow and says what it waits for. */
    Next proceed() throws IOException;

    /** The wait of the last step took too long. */
    Next expired() throws IOException;

    /** The connection is gone; called once, last. Returns all buffers. */
    void closed();

    /** True while nothing is under way, so that the connection may be closed without loss. */
    boolean idle();

    /**
     * Since when, in milliseconds of {@link System#nanoTime}, the client has owed what a request
     * begins with: a handshake, a head, or the end that follows a last answer; {@link
     * #OWES_NOTHING} while it owes none of them. A hint when asked by a thread that is not the
     * owner.
     */
    default long owesSince() {
        return OWES_NOTHING;
    }

    /**
     * The connector stops. Called from any thread beside the owner, perhaps more than once. Nothing
     * new is to begin, and a client that can be told so is told; what is under way goes on, and the
     * connection is closed when it is {@link #idle}. Must not wait. Does nothing by default: where
     * there is one request at a time, the end of that request ends the connection.
     */
    default void windDown() {}

    /**
     * Called a few times a second by the thread of the sweep, beside the owner, for waits that are
     * not those of the connection; see {@link Deadline}. Must not wait. Does nothing by default.
     *
     * @param now as {@link Deadline#now}
     */
    default void sweep(long now) {}

    /**
     * Tells of the requests that applications answer on it. From any thread, beside the owner: what
     * is told may be over. Must not wait. Tells nothing by default.
     */
    default void inFlight(Consumer<RequestInFlight> told) {}

    /** What its client did last, for the log. From any thread. */
    default String state() {
        return "was open";
    }
}
