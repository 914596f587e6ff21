package dev.serval.servlet.async;

import dev.serval.lifecycle.PeriodicTasks;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The asynchronous requests of an application that may time out. Thread-safe. One sweep for all of
 * them, which never blocks, with a precision of 100 ms.
 */
public final class AsyncTimeouts {
    private static final long TICK_MILLIS = 100;

    private final Set<AsyncCycle> waiting = ConcurrentHashMap.newKeySet();
    private final Runnable sweep = this::sweep;
    private boolean ticking;

    void add(AsyncCycle cycle) {
        waiting.add(cycle);
        synchronized (this) {
            if (!ticking) {
                ticking = true;
                PeriodicTasks.TIMEOUTS.add(sweep, TICK_MILLIS);
            }
            PeriodicTasks.TIMEOUTS.revive();
        }
    }

    void remove(AsyncCycle cycle) {
        waiting.remove(cycle);
    }

    /** The number that wait; for tests and statistics. */
    int count() {
        return waiting.size();
    }

    public void close() {
        synchronized (this) {
            ticking = false;
        }
        PeriodicTasks.TIMEOUTS.remove(sweep);
        waiting.clear();
    }

    private void sweep() {
        long now = System.nanoTime();
        for (AsyncCycle cycle : waiting) {
            cycle.tick(now);
        }
        synchronized (this) {
            if (ticking && waiting.isEmpty()) {
                // The next request starts it again. Called on the timer's thread, so this must not
                // wait.
                ticking = false;
                PeriodicTasks.TIMEOUTS.remove(sweep);
            }
        }
    }
}
