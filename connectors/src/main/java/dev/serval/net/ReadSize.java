package dev.serval.net;

/**
 * The size of the next read of an asynchronous channel, whose buffer an idle connection holds: just
 * enough for requests like the last one. Owned by the one who reads.
 */
final class ReadSize {
    /** Most requests fit. */
    static final int LEAST = 1024;

    /** Of the parts of a large body. */
    static final int MOST = 8 * 1024;

    private int next = LEAST;
    // Bytes of the reads that came behind each other, the last of them full.
    private int burst;

    int next() {
        return next;
    }

    /** A read of that size has ended with so many bytes. */
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
