package dev.serval.net;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts open connections against {@code maxConnections}, or against less while the process lacks
 * what connections need. Thread-safe.
 */
final class ConnectionLimit {
    private final int most;
    private final AtomicInteger open = new AtomicInteger();
    // The present number of places; equals most unless it was lowered.
    private volatile int max;

    /**
     * @param max connections; 0 or less means no limit
     */
    ConnectionLimit(int max) {
        most = max <= 0 ? Integer.MAX_VALUE : max;
        this.max = most;
    }

    boolean acquire() {
        if (open.incrementAndGet() <= max) {
            return true;
        }
        open.decrementAndGet();
        return false;
    }

    void release() {
        open.decrementAndGet();
    }

    boolean full() {
        return open.get() >= max;
    }

    /** Places that are taken. */
    int open() {
        return open.get();
    }

    /** Lowers the number of places, to one at least, until {@link #restore}. */
    void lower(int places) {
        max = Math.max(1, Math.min(places, most));
    }

    /** Sets the number of places to the configured one again. */
    void restore() {
        max = most;
    }

    boolean lowered() {
        return max < most;
    }

    /** How many connections are open beyond the lowered limit. */
    int over() {
        return Math.max(0, open.get() - max);
    }

    /**
     * How much of the last quarter is left: 1 while less than three quarters are open, 0 if all
     * are.
     */
    double room() {
        int places = max;
        int quarter = Math.max(1, places / 4);
        return Math.max(0, Math.min(1, (double) (places - open.get()) / quarter));
    }

    /** The highest number of connections. */
    int max() {
        return max;
    }

    /** True above three quarters of the limit. */
    boolean crowded() {
        int places = max;
        return open.get() > places - places / 4;
    }
}
