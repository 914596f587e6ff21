package dev.serval.servlet.async;

import dev.serval.lifecycle.PeriodicTasks;
import dev.serval.net.Pace;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The upgraded connections of an application. Thread-safe. One sweep for all of them, which asks
 * those to close on which nothing moves any more, and never waits; a second is its precision.
 */
public final class Upgrades {
    private static final long TICK_MILLIS = 1000;
    private static final long CUT_MILLIS = 50;
    // Of the time of a stop, for the end of what is cut; of a short one a quarter.
    private static final long RESERVE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Set<UpgradedConnection> open = ConcurrentHashMap.newKeySet();
    private final Runnable sweep = this::sweep;
    private boolean ticking;
    private boolean closed;
    // Set once, with a sweep of its own for those that were given time.
    private volatile long cutAt;
    private final Runnable cut = this::cut;
    private boolean cutting;
    private final Map<Object, Pace> paces = new ConcurrentHashMap<>();

    /** What is known of the turns of such handlers in this application. */
    Pace pace(Object kind) {
        return paces.computeIfAbsent(kind, unknown -> new Pace());
    }

    /** False when it is too late. */
    synchronized boolean add(UpgradedConnection connection) {
        if (closed) {
            return false;
        }
        open.add(connection);
        if (!ticking) {
            ticking = true;
            PeriodicTasks.TIMEOUTS.add(sweep, TICK_MILLIS);
        }
        PeriodicTasks.TIMEOUTS.revive();
        return true;
    }

    void remove(UpgradedConnection connection) {
        open.remove(connection);
    }

    /**
     * Takes no more, and does not wait: tells those that want to know that their time ends, and
     * asks the others to close. Only the first call gives time.
     *
     * @param within when the application is stopped; what is left by then is cut a little earlier,
     *     so that its end is in order
     */
    public void close(Duration within) {
        synchronized (this) {
            if (!closed) {
                closed = true;
                long nanos = within.toNanos();
                cutAt = System.nanoTime() + nanos - Math.min(nanos / 4, RESERVE_NANOS);
                if (nanos > 0 && !open.isEmpty()) {
                    cutting = true;
                    PeriodicTasks.TIMEOUTS.add(cut, CUT_MILLIS);
                }
            }
        }
        open.forEach(connection -> connection.goAway(cutAt));
    }

    /** The application is over: nobody looks after those that have not closed. */
    public void end() {
        synchronized (this) {
            closed = true;
            ticking = false;
            cutting = false;
        }
        open.forEach(UpgradedConnection::close);
        PeriodicTasks.TIMEOUTS.remove(cut);
        PeriodicTasks.TIMEOUTS.remove(sweep);
    }

    private void cut() {
        long now = System.nanoTime();
        if (now - cutAt >= 0) {
            open.forEach(UpgradedConnection::close);
        }
        synchronized (this) {
            if (cutting && open.isEmpty()) {
                cutting = false;
                PeriodicTasks.TIMEOUTS.remove(cut);
            }
        }
    }

    private void sweep() {
        long now = System.nanoTime();
        open.forEach(connection -> connection.tick(now));
        synchronized (this) {
            if (ticking && open.isEmpty()) {
                // The next one starts it again. On the timer's thread: this waits for nobody.
                ticking = false;
                PeriodicTasks.TIMEOUTS.remove(sweep);
            }
        }
    }
}
