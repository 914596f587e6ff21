package dev.serval.security;

import dev.serval.net.Pause;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The logins of one realm that wait for a slow hash. Thread-safe. Whoever waits leaves the place of
 * a worker to others; whoever finds the queue full, or waits for too long, gets a {@link
 * LoginsBusyException}.
 */
final class HashQueue {
    /** Rounds from which on a hash takes long: below, a queue would cost as much. */
    static final int SLOW = 1000;

    private final HashThreads threads;
    private final RealmLimits limits;
    final Deque<HashTurn> waiting = new ArrayDeque<>(); // by the lock of the threads

    HashQueue(HashThreads threads, RealmLimits limits) {
        this.threads = threads;
        this.limits = limits;
    }

    RealmLimits limits() {
        return limits;
    }

    /** Compares on a thread for that, and waits for the result. */
    boolean compare(BooleanSupplier comparison) {
        HashTurn turn = new HashTurn(comparison);
        if (!threads.offer(this, turn)) {
            throw busy("as many wait as may");
        }
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.maxQueueTime());
        try (Pause pause = Pause.begin()) {
            if (!turn.await(until)) {
                if (threads.withdraw(this, turn)) {
                    throw busy("its turn has not come in time");
                }
                // Its turn has come: the result is worth the rest.
                turn.await();
            }
        }
        return turn.result();
    }

    private LoginsBusyException busy(String why) {
        return new LoginsBusyException(
                "a password was not looked at, "
                        + why
                        + "; see maxQueueSize ("
                        + limits.maxQueueSize()
                        + ") and maxQueueTime ("
                        + limits.maxQueueTime()
                        + " ms) of its Realm",
                (int) TimeUnit.MILLISECONDS.toSeconds(limits.maxQueueTime()));
    }
}
