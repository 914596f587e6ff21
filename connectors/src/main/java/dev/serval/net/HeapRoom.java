package dev.serval.net;

/**
 * Whether the heap has room for what is to be begun. Where it has none, the JDK loses what it is in
 * the middle of: a socket that it has accepted and cannot make an object for stays open, and nobody
 * has it. Owned by one thread at a time.
 */
final class HeapRoom {
    private static final int BYTES = 16 * 1024;
    private static final long PLENTY = 1 << 20;

    // A field, so that the compiler does not leave the array out.
    private volatile byte[] tried;

    /** Throws OutOfMemoryError when there is none. Costs no memory while there is plenty. */
    void require() {
        if (Runtime.getRuntime().freeMemory() < PLENTY) {
            tried = new byte[BYTES];
            tried = null;
        }
    }
}
