package dev.serval.servlet.registration;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many requests are inside a context. Thread-safe; owned by {@link Registrations}. One number:
 * what is inside, and the sign bit once nobody may come in any more.
 *
 * <p>A request that is answered from memory on the I/O thread is not counted: it needs nothing of
 * the context that a stop could take away.
 */
public final class CallsInFlight {
    private static final int CLOSED = Integer.MIN_VALUE;

    private final AtomicInteger state = new AtomicInteger();
    private final CountDownLatch empty = new CountDownLatch(1);

    /** False when it is closed; who got true calls {@link #leave} once. */
    public boolean enter() {
        if (state.getAndIncrement() < 0) {
            leave();
            return false;
        }
        return true;
    }

    /** For one who is inside by the hand of another: refused only when all have left. */
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

    /** From now on nobody comes in. */
    public void close() {
        if (state.getAndUpdate(now -> now | CLOSED) == 0) {
            empty.countDown();
        }
    }

    /** Waits until all have left; false when they have not within that time. */
    public boolean awaitEmpty(Duration within) throws InterruptedException {
        return empty.await(within.toNanos(), TimeUnit.NANOSECONDS);
    }
}
