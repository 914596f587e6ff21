package dev.serval.net;

import dev.serval.thread.Threads;
import dev.serval.thread.TurnGuard;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Lets virtual threads take turns while calls that only compute hold all carriers. Thread-safe; a
 * thread of the platform of its own.
 *
 * <p>A carrier stays with the queue that it takes from as long as there is something in it, so what
 * stands in another one, a new connection say, may wait without limit. A probe tells when that is
 * so. Then new connections, and calls that have lasted, pass through here: they stand in one queue,
 * in order, and those that are woken by their sockets in another, which empty in turn.
 */
final class FairCarrierQueue implements Runnable {
    private static final long LASTING_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    // Sweeps without a late probe, after which all is well again.
    private static final int CALM_SWEEPS = 10;

    private final ThreadFactory probes;
    private final Thread thread;
    private final TurnGuard guard = new TurnGuard("The carrier queue of virtual threads");
    // No more than there are connections.
    private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
    private volatile boolean crowded;
    private volatile boolean stopped;
    private volatile boolean probed = true;
    // The sweep's.
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
            // One that never ran says nothing about the carriers.
            probed |= !started;
        }
    }

    /** When a call begins: for {@link #ended}. */
    long began() {
        return crowded ? System.nanoTime() : 0;
    }

    /** On the virtual thread that has run the call: if it has lasted, others come first. */
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
     * @param unstarted is told why it will never run when that shows later, on another thread:
     *     memory or carriers have run out. Must not throw. What is thrown from here means the same.
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
                // Nobody interrupts it; what waits is run by who has put it here.
                stopped = true;
                return;
            } catch (Throwable e) {
                guard.failed(e);
            }
        }
    }
}
