package dev.serval.net;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The end of a wait for one of several things that happen on a connection; a stream that waits for
 * its window has one. The waiting thread sets it, {@link Conversation#sweep} checks it.
 * Thread-safe.
 */
public final class Deadline {
    private static final long NONE = Long.MAX_VALUE;

    private final AtomicLong until = new AtomicLong(NONE);

    /**
     * A wait begins, or its time begins again.
     *
     * @param millis it may take; 0 or less means no limit
     */
    public void begin(long millis) {
        until.set(millis <= 0 ? NONE : now() + millis);
    }

    /** The wait is over. */
    public void end() {
        until.set(NONE);
    }

    /**
     * True once when a wait has taken too long.
     *
     * @param now as {@link #now}
     */
    public boolean over(long now) {
        long end = until.get();
        return now > end && until.compareAndSet(end, NONE);
    }

    /** Milliseconds of {@link System#nanoTime}. */
    public static long now() {
        return System.nanoTime() / 1_000_000;
    }
}
