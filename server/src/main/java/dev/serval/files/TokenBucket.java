package dev.serval.files;

import java.util.concurrent.locks.ReentrantLock;

/** Limits how many bytes a full cache takes in per second. Thread-safe. */
final class TokenBucket {
    private final long perSecond;
    private final ReentrantLock lock = new ReentrantLock();
    private double credit; // guarded by lock
    private long since; // guarded by lock

    /**
     * @param perSecond bytes; also the limit of bytes at once
     * @param now nanoseconds
     */
    TokenBucket(long perSecond, long now) {
        this.perSecond = perSecond;
        this.credit = perSecond;
        this.since = now;
    }

    /** Takes that many bytes from the credit; false if it is not enough. */
    boolean admits(long bytes, long now) {
        lock.lock();
        try {
            credit = Math.min(perSecond, credit + (now - since) / 1e9 * perSecond);
            since = now;
            if (bytes > credit) {
                return false;
            }
            credit -= bytes;
            return true;
        } finally {
            lock.unlock();
        }
    }
}
