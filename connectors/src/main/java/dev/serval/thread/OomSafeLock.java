package dev.serval.thread;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Takes a lock for work that must not be skipped, even while there is no memory for a place in the
 * lock's queue. Stateless.
 */
public final class OomSafeLock {
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    private OomSafeLock() {}

    /** Returns with the lock held. */
    public static void lock(ReentrantLock lock) {
        while (true) {
            try {
                lock.lock();
                return;
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(PAUSE);
            }
        }
    }
}
