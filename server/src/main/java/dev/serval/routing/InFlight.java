package dev.serval.routing;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The number of exchanges that use the valves and logins of a {@link HostTable}, cached files and
 * refusals included. Thread-safe; threads that count at the same time do not wait for each other.
 */
public final class InFlight {
    private final LongAdder entered = new LongAdder();
    private final LongAdder left = new LongAdder();
    // Exchanges that have left while there was no memory for a cell of the other counter.
    private final AtomicLong leftOnFullHeap = new AtomicLong();

    /** A caller that then finds that its table is no longer the current one leaves again. */
    void enter() {
        entered.increment();
        // Either this thread sees the next table, or the thread that has set it sees this exchange.
        VarHandle.fullFence();
    }

    void leave() {
        try {
            left.increment();
        } catch (OutOfMemoryError e) {
            leftOnFullHeap.incrementAndGet();
        }
    }

    /** Whether no exchange is inside or can enter; used after the table was replaced. */
    public boolean isEmpty() {
        return count() == 0;
    }

    /** The number of exchanges inside; exact after the table was replaced. */
    public long count() {
        VarHandle.fullFence();
        // In this order: an exchange that has left is counted among those that have entered.
        long gone = left.sum() + leftOnFullHeap.get();
        return entered.sum() - gone;
    }
}
