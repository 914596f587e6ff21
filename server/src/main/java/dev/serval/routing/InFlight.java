package dev.serval.routing;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many exchanges use what stands around requests in a {@link HostTable}, cached files and
 * refusals included. Thread-safe; threads that count at the same time do not wait for each other.
 */
public final class InFlight {
    private static final long FIRST_MILLIS = 1;
    private static final long LONGEST_MILLIS = 1000;

    private final LongAdder entered = new LongAdder();
    private final LongAdder left = new LongAdder();

    /** Whoever finds behind this that its table is not the current one any more leaves again. */
    void enter() {
        entered.increment();
        // Either this one sees the next table, or whoever has put it there sees this one.
        VarHandle.fullFence();
    }

    void leave() {
        left.increment();
    }

    /** Whether nobody is inside, nor will be; asked when another table has taken the place. */
    public boolean isEmpty() {
        VarHandle.fullFence();
        // In this order: whoever has left is counted among those who have entered.
        long gone = left.sum();
        return gone == entered.sum();
    }

    /**
     * Returns when nobody is inside; it looks every now and then, so that leaving costs nothing.
     */
    public void awaitEmpty() throws InterruptedException {
        long pause = FIRST_MILLIS;
        while (!isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(pause);
            pause = Math.min(2 * pause, LONGEST_MILLIS);
        }
    }
}
