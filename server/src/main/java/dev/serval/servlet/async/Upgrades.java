package dev.serval.servlet.async;

import dev.serval.lifecycle.PeriodicTasks;
import dev.serval.net.Pace;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The upgraded connections of an application. Thread-safe. One sweep for all of them asks idle ones
 * to close, and never waits; its precision is one second.
 */
public final class Upgrades {
    private static final long TICK_MILLIS = 1000;
    private static final long CUT_MILLIS = 50;
    // The part of the time of a stop that is kept for cut connections; a quarter of a short time.
    private static final long RESERVE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Set<UpgradedConnection> open = ConcurrentHashMap.newKeySet();
    private final Runnable sweep = this::sweep;
    private boolean ticking;
    private boolean closed;
    // Set once, with a separate sweep for connections that were given time.
    private volatile long cutAt;
    private final Runnable cut = this::cut;
    private boolean cutting;
    private final LastTurns lastTurns = new LastTurns();
    private final Map<Object, Pace> paces = new ConcurrentHashMap<>();

    /** What is known of the turns of such handlers in this application. */
    Pace pace(Object kind) {
        return paces.computeIfAbsent(kind, unknown -> new Pace());
    }

    /** Adds a connection; false if it is too late. */
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

    /** Runs the last turn of a connection for which no worker is free; does not wait for it. */
    void last(Runnable turn) {
        lastTurns.add(turn);
    }

    /**
     * Accepts no more, and does not wait: tells each GoingAwayListener when its time ends, and asks
     * the others to close. Only the first call gives time.
     *
     * @param within the time until the application is stopped; connections that are left are cut a
     *     little earlier, so that they end in order
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

    /** The application is over: ends the sweep. */
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
        lastTurns.revive();
        open.forEach(connection -> connection.tick(now));
        synchronized (this) {
            if (ticking && open.isEmpty()) {
                // The next one starts it again. Called on the timer's thread, so this must not
                // wait.
                ticking = false;
                PeriodicTasks.TIMEOUTS.remove(sweep);
            }
        }
    }
}
