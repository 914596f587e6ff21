package dev.serval.net;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A connection on its way to the loop that will serve it; the loop counts it from the beginning.
 * Thread-safe. Either the loop gets it, or the caller learns that it does not.
 *
 * @param <C> the channel
 */
final class Arrival<C> implements Runnable {
    private final C channel;
    private final AtomicInteger count;
    private final Consumer<C> served;
    private final AtomicBoolean settled = new AtomicBoolean();

    /**
     * @param count the connections of the loop; {@code served} reduces it at the end
     * @param served serves it, on the loop; never throws
     */
    Arrival(C channel, AtomicInteger count, Consumer<C> served) {
        this.channel = channel;
        this.count = count;
        this.served = served;
    }

    /** Throws what the driver throws if the loop will not serve it; it is then not counted. */
    void pass(Driver driver) {
        count.incrementAndGet();
        try {
            driver.execute(this);
        } catch (RuntimeException | Error e) {
            // The loop may have it all the same, if only the wake-up failed.
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
