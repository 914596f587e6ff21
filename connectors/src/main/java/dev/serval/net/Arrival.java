package dev.serval.net;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A connection on its way to the loop that will serve it, where it counts from the beginning.
 * Thread-safe. Either the loop gets it, or whoever brought it hears that it does not.
 *
 * @param <C> the channel
 */
final class Arrival<C> implements Runnable {
    private final C channel;
    private final AtomicInteger count;
    private final Consumer<C> served;
    private final AtomicBoolean settled = new AtomicBoolean();

    /**
     * @param count of those that the loop has; {@code served} takes it down again at the end
     * @param served serves it, on the loop; never throws
     */
    Arrival(C channel, AtomicInteger count, Consumer<C> served) {
        this.channel = channel;
        this.count = count;
        this.served = served;
    }

    /** Throws what the driver throws if the loop will not serve it: then it does not count. */
    void pass(Driver driver) {
        count.incrementAndGet();
        try {
            driver.execute(this);
        } catch (RuntimeException | Error e) {
            // It may lie with the loop all the same, which could not be woken.
            if (settled.compareAndSet(false, true)) {
                count.decrementAndGet();
                throw e;
            }
        }
    }

    @Override
    public void run() {
        if (settled.compareAndSet(false, true)) {
            served.accept(channel);
        }
    }
}
