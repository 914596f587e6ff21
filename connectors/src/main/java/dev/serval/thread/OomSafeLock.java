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
    private static final long LOOK = TimeUnit.MICROSECONDS.toNanos(10);

    private OomSafeLock() {}

    /**
     * Makes a lock whose conditions call a thread without memory. It makes the head of its queue
     * when a thread first waits; where JDK 17 has no memory for that in {@code signal}, it throws,
     * and the thread that was called spins for ever.
     */
    public static ReentrantLock withQueue() {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            Thread waiting = Threads.platform("queue-").newThread(() -> pass(lock));
            waiting.start();
            while (!lock.hasQueuedThreads() && waiting.isAlive()) {
                LockSupport.parkNanos(LOOK);
            }
        } catch (OutOfMemoryError e) {
            // There is no thread to be had: the first one that waits will make the queue.
        } finally {
            lock.unlock();
        }
        return lock;
    }

    private static void pass(ReentrantLock lock) {
        lock.lock();
        lock.unlock();
    }

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
