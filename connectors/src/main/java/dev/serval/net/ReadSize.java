package dev.serval.net;

/**
 * The size of the next read of an asynchronous channel, whose buffer an idle connection holds: just
 * enough for requests like the last one. Owned by the reader.
 */
final class ReadSize {
    /** Enough for most requests. */
    static final int LEAST = 1024;

    /** For the parts of a large body. */
    static final int MOST = 8 * 1024;

    private int next = LEAST;
    // Bytes of successive reads, the last of which filled its buffer.
    private int burst;

    int next() {
        return next;
    }

    /** A read of that size returned so many bytes. */
    void ended(int count) {
        burst = Math.min(burst + count, MOST);
        if (count == next) {
            next = MOST;
        } else {
            next = burst < LEAST || burst == MOST ? LEAST : Integer.highestOneBit(burst) << 1;
            burst = 0;
        }
    }
}
