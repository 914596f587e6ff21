package dev.serval.net;

import dev.serval.thread.ThreadFailures;

/**
 * Tests whether the heap has room for a new connection. On a full heap the JDK loses a socket that
 * it has accepted: it has no memory for the object, and the socket stays open without an owner.
 * {@link Runtime#freeMemory} does not tell, since free memory may be in pieces, so memory is
 * allocated. This is done only once {@link ThreadFailures#hurt the process was hurt}; until then it
 * costs nothing. Owned by one thread at a time.
 */
final class HeapRoom {
    /** More than a connection needs until it can be closed. */
    private static final int BYTES = 4096;

    private final ThreadFailures harm;
    // A field, so that the compiler cannot remove the allocation.
    private volatile byte[] tried;

    HeapRoom(ThreadFailures harm) {
        this.harm = harm;
    }

    /** Throws OutOfMemoryError if the process was hurt and the heap has no room. */
    void require() {
        if (harm.hurt()) {
            tried = new byte[BYTES];
            tried = null;
        }
    }
}
