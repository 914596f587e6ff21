package dev.serval.net;

import java.io.IOException;

/**
 * A protocol on one connection, as a resumable step. Owned by whoever owns the connection; the same
 * code serves event-driven and blocking transports.
 */
public interface Conversation {
    /** Does what the bytes at hand allow and says what it waits for. */
    Next proceed() throws IOException;

    /** The wait of the last step took too long. */
    Next expired() throws IOException;

    /** The connection is gone; called once, last. Returns all buffers. */
    void closed();

    /** True while nothing is under way, so that the connection may be closed without a loss. */
    boolean idle();

    /** For the log, from any thread: what its client did last. */
    default String state() {
        return "was open";
    }
}
