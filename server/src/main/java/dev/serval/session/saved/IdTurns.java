package dev.serval.session.saved;

import dev.serval.thread.OomSafeLock;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets one thread at a time work on the session of an id. Thread-safe. */
final class IdTurns {
    private final ReentrantLock lock = OomSafeLock.withQueue();
    private final Condition free = lock.newCondition();
    private final Set<String> busy = new HashSet<>(); // guarded by lock
    private final long mostNanos;

    /**
     * @param seconds that a thread waits for others: above what a call of a store may take
     */
    IdTurns(int seconds) {
        mostNanos = TimeUnit.SECONDS.toNanos(seconds);
    }

    /**
     * False after that time, or if the thread is interrupted; if true, the caller must call leave.
     */
    boolean enter(String id) {
        return enter(id, mostNanos);
    }

    /**
     * The same after another time.
     *
     * @param most nanoseconds; 0 or less means not to wait
     */
    boolean enter(String id, long most) {
        long left = most;
        lock.lock();
        try {
            while (!add(id)) {
                if (left <= 0) {
                    return false;
                }
                left = free.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** An OutOfMemoryError may occur when the id is in the set already. */
    private boolean add(String id) {
        boolean had = busy.contains(id);
        try {
            return busy.add(id);
        } catch (OutOfMemoryError e) {
            if (!had) {
                busy.remove(id);
            }
            throw e;
        }
    }

    void leave(String id) {
        OomSafeLock.lock(lock);
        try {
            busy.remove(id);
            free.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
