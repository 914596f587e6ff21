package dev.serval.net;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts open connections against {@code maxConnections}, or against less while the process lacks
 * what connections need. Thread-safe.
 */
final class ConnectionLimit {
    private final int most;
    private final AtomicInteger open = new AtomicInteger();
    // Places at the moment; most unless lowered.
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

    /** There are only so many places, at least one, until {@link #restore}. */
    void lower(int places) {
        max = Math.max(1, Math.min(places, most));
    }

    /** There are as many places as configured again. */
    void restore() {
        max = most;
    }

    boolean lowered() {
        return max < most;
    }

    /** How many connections there are too many, since the limit was lowered. */
    int over() {
        return Math.max(0, open.get() - max);
    }

    /**
     * How much of the last quarter is left: 1 while less than three quarters are open, 0 when all
     * are.
     */
    double room() {
        int places = max;
        int quarter = Math.max(1, places / 4);
        return Math.max(0, Math.min(1, (double) (places - open.get()) / quarter));
    }

    /** Connections at the most. */
    int max() {
        return max;
    }

    /** True above three quarters of the limit. */
    boolean crowded() {
        int places = max;
        return open.get() > places - places / 4;
    }
}
