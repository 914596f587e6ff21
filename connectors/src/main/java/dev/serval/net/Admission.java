package dev.serval.net;

import dev.serval.thread.OomSafeLock;
import java.io.IOException;
import java.nio.channels.Channel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Decides which of the connections that an endpoint has accepted are served. Thread-safe.
 *
 * <pre>
 *              a place is free
 *   accepted ---------------------------------&gt; SERVED -- left --&gt; gone
 *      |                                          ^
 *      |  none is free, or others wait            |  a place comes free, in the order of waiting
 *      +--------------------------------------&gt; WAITS: nobody else is accepted, and Shedding
 *                                               soon closes a connection for it
 *   could not be accepted: a pause until the next sweep; for a minute fewer places, so that what is
 *   missing, descriptors most likely, is there for files and logs; idle connections are closed
 * </pre>
 *
 * @param <C> the channels of the endpoint
 */
final class Admission<C extends Channel> {
    private static final long LOWERED_MILLIS = TimeUnit.MINUTES.toMillis(1);
    // How long a connection waits before another is closed for it: one may be about to end.
    private static final long LONGEST_WAIT_MILLIS = 50;
    // For this long after a connection has waited in vain, others need not wait.
    private static final long PRESSED_MILLIS = 1000;
    // If no place has come free for this long, those that have one are in use.
    private static final long STUCK_MILLIS = 1000;
    // Where descriptors are missing, this share of the places in use is given up.
    private static final int SPARED_SHARE = 16;
    // With fewer connections than this, something else holds the descriptors.
    private static final int MANY = 32;

    /** What it needs of an endpoint. Called by any thread; must not block. */
    interface Door<C> {
        /** Serves a connection, which has a place now. */
        void open(C channel);

        /** Turns accepting on or off. A connection that is accepted all the same waits, too. */
        void accepting(boolean on);
    }

    private final Door<C> door;
    private final ConnectionLimit limit;
    private final Deadlines deadlines;
    private final OverloadLog log;
    private final Shedding shedding;
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by lock. At most one or two for each thread that accepts.
    private final Queue<C> waiting = new ArrayDeque<>();
    // The number of those that wait; read without the lock.
    private volatile int count;
    // Since when a connection has waited; and until when a new one need not.
    private volatile long waitingSince;
    // The last time that one which waited got a place, or began to wait as the first.
    private volatile long stuckSince;
    private volatile long pressedUntil = millis();
    // Until when nobody is accepted, and until when the limit is lower: milliseconds of
    // System.nanoTime, valid only while the flag is set.
    private long pausedUntil;
    private long loweredUntil;
    // Written with the lock held.
    private volatile boolean paused;
    private volatile boolean closed;
    // The door is to accept again, but could not be told: the sweep tells it.
    private volatile boolean reopening;

    /**
     * @param deadlines whose sweep calls {@link #sweep}
     */
    Admission(
            Door<C> door,
            ConnectionLimit limit,
            Deadlines deadlines,
            OverloadLog log,
            int keepAliveTimeout) {
        this.door = door;
        this.limit = limit;
        this.deadlines = deadlines;
        this.log = log;
        shedding = new Shedding(deadlines, limit, log, keepAliveTimeout);
    }

    /**
     * Takes an accepted connection. True if the caller serves it; otherwise it waits, and accepting
     * has stopped.
     */
    boolean admit(C channel) {
        if (count == 0 && limit.acquire()) {
            return true;
        }
        long now = millis();
        OomSafeLock.lock(lock);
        try {
            if (!closed) {
                if (waiting.isEmpty()) {
                    waitingSince = now;
                    stuckSince = now;
                }
                waiting.add(channel);
                count = waiting.size();
                door.accepting(false);
            } else {
                close(channel);
            }
        } finally {
            lock.unlock();
        }
        deadlines.wake();
        serveWaiting();
        if (count > 0 && now - pressedUntil < 0) {
            pressedUntil = now + PRESSED_MILLIS;
            shedding.makeRoom(count);
        }
        return false;
    }

    /**
     * Called without the lock, since the door may serve the next one at once. If that is too late,
     * one more connection is accepted and waits, or cannot be accepted; both stop accepting again.
     */
    private void reopen() {
        if (count == 0 && !paused && !closed) {
            reopening = true;
            door.accepting(true);
            reopening = false;
        }
    }

    /**
     * A connection that was served is gone.
     *
     * @param connection null for one that had a place and could not be served
     */
    void left(Connection connection) {
        shedding.left(connection);
        limit.release();
        if (count > 0) {
            serveWaiting();
        }
    }

    private void serveWaiting() {
        for (C next = takeWaiting(); next != null; next = takeWaiting()) {
            try {
                door.open(next);
            } catch (RuntimeException | Error e) {
                close(next);
                limit.release();
                failed(e);
            }
            reopen();
        }
    }

    /**
     * Takes the connection that has waited longest, and a place for it; null if either is missing.
     */
    private C takeWaiting() {
        OomSafeLock.lock(lock);
        try {
            if (waiting.isEmpty() || !limit.acquire()) {
                return null;
            }
            C next = waiting.poll();
            count = waiting.size();
            stuckSince = millis();
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** A connection could not be accepted or served, because the process lacks something. */
    void failed(Throwable cause) {
        OomSafeLock.lock(lock);
        try {
            if (closed) {
                return;
            }
            long now = millis();
            // This comes first: whatever throws from here on, the sweep lets the door accept again.
            if (!paused) {
                pausedUntil = now + Deadlines.TICK;
                paused = true;
            }
            door.accepting(false);
            int open = limit.open();
            // Connections that were told to end may not have ended yet.
            if (cause instanceof IOException && open >= MANY && limit.over() == 0) {
                limit.lower(open - open / SPARED_SHARE);
                loweredUntil = now + LOWERED_MILLIS;
            }
        } finally {
            lock.unlock();
        }
        deadlines.wake();
        deadlines.lingering().close();
        log.failed(cause);
        shedding.makeRoom(Math.max(1, limit.over()));
    }

    /** Called by the sweep: looks again at what changes with time. */
    void sweep() {
        if (paused || limit.lowered()) {
            recover(millis());
        }
        if (reopening) {
            reopen();
        }
        serveWaiting();
        makeRoom(millis());
        if (count > 0 && millis() - stuckSince >= STUCK_MILLIS) {
            log.stuck();
        }
        shedding.sweep();
        if (log.pending()) {
            log.tell();
        }
    }

    private void makeRoom(long now) {
        int tooMany = limit.over();
        if (count > 0 && (now - pressedUntil < 0 || now - waitingSince >= LONGEST_WAIT_MILLIS)) {
            pressedUntil = now + PRESSED_MILLIS;
            tooMany += count;
        }
        if (tooMany > 0) {
            shedding.makeRoom(tooMany);
        }
    }

    private void recover(long now) {
        boolean resumed = false;
        OomSafeLock.lock(lock);
        try {
            if (limit.lowered() && now - loweredUntil >= 0) {
                limit.restore();
            }
            if (paused && now - pausedUntil >= 0) {
                paused = false;
                resumed = true;
            }
        } finally {
            lock.unlock();
        }
        if (resumed) {
            reopen();
        }
    }

    /** True while the sweep is needed even if there is no connection. */
    boolean unsettled() {
        return count > 0 || paused || reopening || limit.lowered() || log.pending();
    }

    /** As {@link Endpoint#crowded}: true if few places are left. */
    boolean crowded() {
        return limit.crowded();
    }

    /** True while a connection has a place, whether its door has opened it yet or not. */
    boolean taken() {
        return limit.open() > 0;
    }

    Overload overload() {
        return log.counts();
    }

    /** Accepts nobody any more, and closes those that wait. */
    void close() {
        OomSafeLock.lock(lock);
        try {
            closed = true;
            waiting.forEach(Admission::close);
            waiting.clear();
            count = 0;
        } finally {
            lock.unlock();
        }
    }

    private static long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    private static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone already.
        }
    }
}
