package dev.serval.tests;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits until objects are collected. Stateless. */
final class Collected {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private Collected() {}

    /** Returns as soon as none of them is left; fails after 60 s, naming those that are. */
    static void await(String what, List<? extends WeakReference<?>> references) {
        await(what, references, () -> false);
    }

    /** The same, but returns also when there is no sense in waiting any longer. */
    static void await(
            String what, List<? extends WeakReference<?>> references, BooleanSupplier stop) {
        long begin = System.nanoTime();
        while (!stop.getAsBoolean()) {
            long before = System.nanoTime();
            System.gc();
            List<?> left = references.stream().map(Reference::get).filter(o -> o != null).toList();
            if (left.isEmpty()) {
                return;
            }
            if (System.nanoTime() - begin > PATIENCE) {
                throw new AssertionError("in vain: " + what + ": " + left);
            }
            left = null;
            // A collection stops all threads, also those that still have to let go.
            LockSupport.parkNanos(
                    Math.max(TimeUnit.MILLISECONDS.toNanos(5), 4 * (System.nanoTime() - before)));
        }
    }
}
