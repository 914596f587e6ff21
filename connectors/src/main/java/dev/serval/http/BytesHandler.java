package dev.serval.http;

import java.io.IOException;

/**
 * Speaks a protocol on {@link UpgradedBytes}. Its methods are called in turns, one at a time. What
 * one throws closes the connection.
 */
public interface BytesHandler {
    /** The first turn, once. Bytes may be there already. */
    void opened(UpgradedBytes bytes) throws IOException;

    /** A turn in which bytes, or the end, can be read. */
    void readable() throws IOException;

    /** A turn that was asked for by {@link UpgradedBytes#askForTurn}; several asked make one. */
    void turn() throws IOException;

    /** Calls of one kind last about as long, and those of another kind may not. */
    default Object kind() {
        return getClass();
    }
}
