package dev.serval.servlet.registration;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the requests in a context. Thread-safe; owned by {@link Registrations}. One number: the
 * count, and the sign bit once the context is closed.
 *
 * <p>A request that is served from memory on the I/O thread is not counted: it needs nothing that a
 * stop could remove.
 */
public final class CallsInFlight {
    private static final int CLOSED = Integer.MIN_VALUE;

    private final AtomicInteger state = new AtomicInteger();
    private final CountDownLatch empty = new CountDownLatch(1);

    /** False if it is closed; after true the caller must call {@link #leave} once. */
    public boolean enter() {
        if (state.getAndIncrement() < 0) {
            leave();
            return false;
        }
        return true;
    }

    /** For a further call of a request that was counted: refused only if all have left. */
    public boolean enterAgain() {
        int now;
        do {
            now = state.get();
            if (now == CLOSED) {
                return false;
            }
        } while (!state.compareAndSet(now, now + 1));
        return true;
    }

    public void leave() {
        if (state.decrementAndGet() == CLOSED) {
            empty.countDown();
        }
    }

    public int count() {
        return state.get() & ~CLOSED;
    }

    /** From now on no request enters. */
    public void close() {
        if (state.getAndUpdate(now -> now | CLOSED) == 0) {
            empty.countDown();
        }
    }

    /** Waits until all have left; false if they have not within that time. */
    public boolean awaitEmpty(Duration within) throws InterruptedException {
        return empty.await(within.toNanos(), TimeUnit.NANOSECONDS);
    }
}
