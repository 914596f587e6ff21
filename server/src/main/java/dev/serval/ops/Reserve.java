package dev.serval.ops;

/**
 * A part of the heap that is kept for the endpoint, and released for the time of an answer when no
 * other memory is left. Owned by one thread. No method throws.
 */
final class Reserve {
    private static final int BYTES = 256 * 1024;

    // Fields, so that the compiler cannot remove the allocations.
    private volatile byte[] held = new byte[BYTES];
    private volatile byte[] tried;

    /** Whether there is memory for a connection and a short answer. */
    boolean hasRoom() {
        try {
            tried = new byte[BYTES / 8];
            tried = null;
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** Releases the memory that was held; called when memory has run out. */
    void open() {
        held = null;
    }

    /** Holds it again if there is enough memory. */
    void fill() {
        if (held == null) {
            try {
                held = new byte[BYTES];
            } catch (OutOfMemoryError e) {
                // The next turn tries again.
            }
        }
    }
}
