package dev.serval.net;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What is known of the calls of one route: whether they are so short that an event loop may run
 * them itself. Thread-safe; made by who routes, passed with each call. It holds nothing of the
 * application.
 *
 * <pre>
 *            so many short calls in a row, on workers, which time them
 *   WORKERS ------------------------------------------------------------&gt; INLINE
 *      ^     one was seen to last or to wait: twice as many from now on     |
 *      +-------------------------------------------------------------------+
 * </pre>
 *
 * A route that nobody knows begins with workers, and one that was slow twice within a few seconds
 * has to prove itself for longer.
 */
public final class Pace {
    /** What a call may take to count as short: a hand-off would be a small part of the rest. */
    static final long SHORT_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

    static final int FEWEST = 16;
    static final int MOST = 256;
    private static final long FORGIVEN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final AtomicInteger inRow = new AtomicInteger();
    private volatile boolean brisk;
    private volatile int needed = FEWEST;
    private volatile long slowUntil = System.nanoTime();

    /** True when its calls have been short: an event loop may run the next one itself. */
    public boolean isShort() {
        return brisk;
    }

    /** A call on a worker has taken that long, waits for its client included. */
    public void took(long nanos) {
        if (nanos >= SHORT_NANOS) {
            if (inRow.get() != 0) {
                inRow.set(0);
            }
        } else if (!brisk && inRow.incrementAndGet() >= needed) {
            brisk = true;
        }
    }

    /** A call that a loop ran itself lasts, or waits. */
    void slow(long now) {
        if (!brisk) {
            return;
        }
        inRow.set(0);
        needed = now - slowUntil < 0 ? Math.min(2 * needed, MOST) : FEWEST;
        slowUntil = now + FORGIVEN_NANOS;
        brisk = false;
    }
}
