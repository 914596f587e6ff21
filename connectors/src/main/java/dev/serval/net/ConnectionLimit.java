package dev.serval.net;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts open connections against {@code maxConnections}. Thread-safe. Whoever is refused is called
 * back when there is room again.
 */
final class ConnectionLimit {
    private final int max;
    private final AtomicInteger open = new AtomicInteger();
    private volatile Runnable onRoom = () -> {};

    /**
     * @param max connections; 0 or less means no limit
     */
    ConnectionLimit(int max) {
        this.max = max <= 0 ? Integer.MAX_VALUE : max;
    }

    void onRoom(Runnable onRoom) {
        this.onRoom = onRoom;
    }

    boolean acquire() {
        if (open.incrementAndGet() <= max) {
            return true;
        }
        release();
        return false;
    }

    void release() {
        if (open.getAndDecrement() >= max) {
            onRoom.run();
        }
    }

    boolean full() {
        return open.get() >= max;
    }

    /**
     * How much of the last quarter is left: 1 while less than three quarters are open, 0 when all
     * are.
     */
    double room() {
        int quarter = Math.max(1, max / 4);
        return Math.max(0, Math.min(1, (double) (max - open.get()) / quarter));
    }

    /** Connections at the most. */
    int max() {
        return max;
    }

    /** True above three quarters of the limit. */
    boolean crowded() {
        return open.get() > max - max / 4;
    }
}
