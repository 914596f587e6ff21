package dev.serval.tests;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for conditions that nobody announces. Stateless. */
final class Waiting {
    private static final long POLL_NANOS = 5_000_000;

    private Waiting() {}

    /** Returns as soon as the condition holds; fails after {@link RawClient#PATIENCE} ms. */
    static void until(String what, Callable<Boolean> condition) throws Exception {
        until(what, RawClient.PATIENCE, condition);
    }

    /** The same, but fails after so many milliseconds. */
    static void until(String what, int patience, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patience);
        while (!condition.call()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("in vain: " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
