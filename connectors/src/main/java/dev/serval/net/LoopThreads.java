package dev.serval.net;

import dev.serval.thread.OomSafeLock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of all event loops of an endpoint: makes them, keeps a few spares, retires them.
 * Thread-safe.
 */
final class LoopThreads {
    private static final Logger LOG = LoggerFactory.getLogger(LoopThreads.class);

    private final ThreadFactory factory;
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    // With room for all of them: one that rests must not need memory.
    private final ArrayDeque<LoopThread> spares;
    private final Set<LoopThread> all = new HashSet<>();
    private volatile int generation;
    private boolean stopped;

    /**
     * @param most the number of spares that are kept
     */
    LoopThreads(ThreadFactory factory, int most) {
        this.factory = factory;
        this.most = most;
        spares = new ArrayDeque<>(most + 1);
    }

    /**
     * A thread that waits for {@link LoopThread#assign}, or for being given back. Throws
     * OutOfMemoryError when the system gives no more threads.
     */
    LoopThread take() {
        lock.lock();
        try {
            LoopThread spare = spares.pollLast();
            if (spare != null) {
                return spare;
            }
            LoopThread fresh = new LoopThread(this);
            fresh.born = generation;
            all.add(fresh);
            boolean started = false;
            try {
                fresh.thread().start();
                started = true;
            } finally {
                if (!started) {
                    all.remove(fresh);
                }
            }
            return fresh;
        } finally {
            lock.unlock();
        }
    }

    /** Returns a thread that was taken and is not needed. */
    void give(LoopThread thread) {
        if (!rest(thread)) {
            thread.end();
        }
    }

    /** The thread has no loop any more; false if it has to end. */
    boolean rest(LoopThread thread) {
        OomSafeLock.lock(lock);
        try {
            if (stopped || thread.born != generation || spares.size() >= most) {
                return false;
            }
            spares.addLast(thread);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** True if it was a spare and is none any more; false if somebody has taken it. */
    boolean leave(LoopThread thread) {
        OomSafeLock.lock(lock);
        try {
            return spares.remove(thread);
        } finally {
            lock.unlock();
        }
    }

    void ended(LoopThread thread) {
        OomSafeLock.lock(lock);
        try {
            all.remove(thread);
        } finally {
            lock.unlock();
        }
    }

    Thread make(LoopThread thread) {
        return factory.newThread(thread);
    }

    int generation() {
        return generation;
    }

    /** Ends the spares; owners of loops have to check {@link LoopThread#retired}. */
    void renew() {
        lock.lock();
        try {
            generation++;
            endSpares();
        } finally {
            lock.unlock();
        }
    }

    private void endSpares() {
        spares.forEach(LoopThread::end);
        spares.clear();
    }

    /**
     * Called after the loops were stopped: waits for their threads, then interrupts those in a
     * call.
     */
    void stop(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        List<LoopThread> ending;
        lock.lock();
        try {
            stopped = true;
            endSpares();
            ending = new ArrayList<>(all);
        } finally {
            lock.unlock();
        }
        for (LoopThread each : ending) {
            Thread thread = each.thread();
            if (thread == Thread.currentThread()) {
                continue;
            }
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            thread.join(Math.max(1, left));
            if (thread.isAlive()) {
                LOG.warn(
                        "SRV-0918 Application code still runs on {}; it is interrupted",
                        thread.getName());
                thread.interrupt();
            }
        }
    }
}
