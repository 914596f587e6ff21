package dev.serval.servlet.async;

import dev.serval.lifecycle.Ticker;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The upgraded connections of an application. Thread-safe. One sweep for all of them, which asks
 * those to close on which nothing moves any more, and never waits; a second is its precision.
 */
public final class Upgrades {
    private static final long TICK_MILLIS = 1000;

    private final Set<UpgradedConnection> open = ConcurrentHashMap.newKeySet();
    private final Runnable sweep = this::sweep;
    private boolean ticking;
    private boolean closed;

    /** False when it is too late. */
    synchronized boolean add(UpgradedConnection connection) {
        if (closed) {
            return false;
        }
        open.add(connection);
        if (!ticking) {
            ticking = true;
            Ticker.TIMEOUTS.add(sweep, TICK_MILLIS);
        }
        Ticker.TIMEOUTS.revive();
        return true;
    }

    void remove(UpgradedConnection connection) {
        open.remove(connection);
    }

    /** Asks all to close and takes no more; does not wait for them. */
    public void close() {
        synchronized (this) {
            closed = true;
        }
        open.forEach(UpgradedConnection::close);
    }

    /** The application is over: nobody looks after those that have not closed. */
    public void end() {
        close();
        synchronized (this) {
            ticking = false;
        }
        Ticker.TIMEOUTS.remove(sweep);
    }

    private void sweep() {
        long now = System.nanoTime();
        open.forEach(connection -> connection.tick(now));
        synchronized (this) {
            if (ticking && open.isEmpty()) {
                // The next one starts it again. On the ticker's thread: this waits for nobody.
                ticking = false;
                Ticker.TIMEOUTS.remove(sweep);
            }
        }
    }
}
