package dev.serval.net;

import dev.serval.thread.Threads;
import dev.serval.thread.TurnGuard;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Lets virtual threads take turns while calls that only compute hold all carriers. Thread-safe; has
 * a platform thread of its own.
 *
 * <p>A carrier takes from one queue as long as something is in it, so a thread in another queue,
 * for example that of a new connection, may wait without limit. A probe detects this. New
 * connections and long calls then pass through here, one after another, so that they and the
 * threads that their sockets wake take turns.
 */
final class FairCarrierQueue implements Runnable {
    private static final long LASTING_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    // After so many sweeps without a late probe the carriers count as free again.
    private static final int CALM_SWEEPS = 10;

    private final ThreadFactory probes;
    private final Thread thread;
    private final TurnGuard guard = new TurnGuard("The carrier queue of virtual threads");
    // Holds at most one entry per connection.
    private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
    private volatile boolean crowded;
    private volatile boolean stopped;
    private volatile boolean probed = true;
    // Used by the sweep only.
    private int calm;

    FairCarrierQueue(String name) {
        this(name, Threads.virtual(name + "-probe-"));
    }

    /**
     * @param probes threads that run as soon as a carrier is free
     */
    FairCarrierQueue(String name, ThreadFactory probes) {
        this.probes = probes;
        thread = Threads.platform(name + "-carrierQueue-").newThread(this);
    }

    void open() {
        thread.start();
    }

    void stop() throws InterruptedException {
        stopped = true;
        waiting.add(() -> {});
        thread.join(1000);
    }

    /** Called by the sweep while there are connections. */
    void sweep() {
        if (!probed) {
            crowded = true;
            calm = 0;
            return;
        }
        if (crowded && ++calm == CALM_SWEEPS) {
            crowded = false;
        }
        probed = false;
        boolean started = false;
        try {
            probes.newThread(() -> probed = true).start();
            started = true;
        } finally {
            // A probe that was never started says nothing about the carriers.
            probed |= !started;
        }
    }

    /** Called when a call begins; returns what {@link #ended} needs. */
    long began() {
        return crowded ? System.nanoTime() : 0;
    }

    /** Called on the virtual thread that has run the call: after a long call others come first. */
    void ended(long began) {
        if (began != 0 && System.nanoTime() - began >= LASTING_NANOS && !stopped) {
            Parked parked = new Parked();
            pass(parked);
            parked.await();
        }
    }

    /**
     * Starts a virtual thread, now or when its turn comes.
     *
     * @param unstarted called, on another thread, if the virtual thread will never run because
     *     memory or carriers have run out. Must not throw. An exception thrown by this method means
     *     the same.
     */
    void start(Thread virtual, Consumer<Throwable> unstarted) {
        if (!crowded || stopped) {
            virtual.start();
            return;
        }
        pass(
                () -> {
                    try {
                        virtual.start();
                    } catch (Throwable e) {
                        unstarted.accept(e);
                        guard.failed(e);
                    }
                });
    }

    private void pass(Runnable turn) {
        waiting.add(turn);
        if (stopped && waiting.remove(turn)) {
            turn.run();
        }
    }

    @Override
    public void run() {
        while (!stopped || !waiting.isEmpty()) {
            try {
                waiting.take().run();
                guard.passed();
            } catch (InterruptedException e) {
                // Nobody interrupts it. The threads that added what waits run it.
                stopped = true;
                return;
            } catch (Throwable e) {
                guard.failed(e);
            }
        }
    }
}
