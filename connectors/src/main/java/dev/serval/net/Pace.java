package dev.serval.net;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Records how long the calls of one route take: whether they are so short that an event loop may
 * run them itself. Thread-safe. The router makes it and passes it with each call. It holds no
 * reference to the application.
 *
 * <pre>
 *            so many short calls in a row
 *   WORKERS ------------------------------------------------------------&gt; INLINE
 *      ^     one was seen to last; or it was too long or waited, or some    |
 *      |     in a row were not short: then twice as many from now on        |
 *      +-------------------------------------------------------------------+
 * </pre>
 *
 * A new route begins with workers; one that was slow twice within ten seconds needs more short
 * calls.
 */
public final class Pace {
    /** The limit of a short call; for longer ones the cost of a hand-off to a worker is small. */
    static final long SHORT_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

    static final int FEWEST = 16;
    static final int MOST = 256;

    /** So many long calls in a row are caused by the route; one or two may have been preempted. */
    static final int LASTING = 3;

    private static final long FORGIVEN_NANOS = TimeUnit.SECONDS.toNanos(10);

    // Short calls in a row; below 0, long ones.
    private final AtomicInteger inRow = new AtomicInteger();
    private volatile boolean brisk;
    private volatile int needed = FEWEST;
    private volatile long slowUntil = System.nanoTime();

    /** True if its calls have been short: an event loop may run the next one itself. */
    public boolean isShort() {
        return brisk;
    }

    /** A call took that long, waits for its client included. */
    public void took(long nanos) {
        if (nanos >= SHORT_NANOS) {
            if (inRow.updateAndGet(row -> row > 0 ? -1 : Math.max(row - 1, -LASTING)) == -LASTING) {
                slow(System.nanoTime());
            }
        } else if (!brisk) {
            if (inRow.updateAndGet(row -> row < 0 ? 1 : row + 1) >= needed) {
                brisk = true;
            }
        } else if (inRow.get() < 0) {
            inRow.set(0);
        }
    }

    /**
     * A call that a loop runs itself lasts, perhaps since the processor does something else: the
     * next calls go to workers, and as many short ones as before are enough.
     */
    void lasts() {
        if (brisk) {
            inRow.set(0);
            brisk = false;
        }
    }

    /** A call that a loop runs itself takes too long, or waits. */
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
