package dev.serval.net;

import dev.serval.thread.ThreadFailures;

/**
 * Whether the heap has room for what is to be begun. Where it has none, the JDK loses what it is in
 * the middle of: a socket that it has accepted and cannot make an object for stays open, and nobody
 * has it. What {@link Runtime#freeMemory} says does not count: it may be in pieces. So room is
 * tried, but only once the process was hurt: until then this costs nothing. Owned by one thread at a
 * time.
 */
final class HeapRoom {
    /** More than a connection takes until it can be closed. */
    private static final int BYTES = 4096;

    private final ThreadFailures harm;
    // A field, so that the compiler does not leave the array out.
    private volatile byte[] tried;

    HeapRoom(ThreadFailures harm) {
        this.harm = harm;
    }

    /** Throws OutOfMemoryError when the process was hurt and there is none. */
    void require() {
        if (harm.hurt()) {
            tried = new byte[BYTES];
            tried = null;
        }
    }
}
