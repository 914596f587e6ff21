package dev.serval.thread;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Takes a lock where no way leads past it, also while there is no memory for a place in its queue:
 * what is not given back then is lost for good. Stateless.
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
