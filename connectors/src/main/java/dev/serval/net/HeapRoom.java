package dev.serval.net;

/**
 * Whether the heap has room for what is to be begun. Where it has none, the JDK loses what it is in
 * the middle of: a socket that it has accepted and cannot make an object for stays open, and nobody
 * has it. What {@link Runtime#freeMemory} says does not count: it may be in pieces. Owned by one
 * thread at a time.
 */
final class HeapRoom {
    /** More than a connection takes until it can be closed. */
    private static final int BYTES = 4096;

    // A field, so that the compiler does not leave the array out.
    private volatile byte[] tried;

    /** Throws OutOfMemoryError when there is none. */
    void require() {
        tried = new byte[BYTES];
        tried = null;
    }
}
