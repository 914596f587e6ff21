package dev.serval.net;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread that waits until it is run; for one wait of the thread that makes it, by {@link
 * Driver#await}. Thread-safe.
 */
public final class Parked implements Runnable {
    private final Thread thread = Thread.currentThread();
    private volatile boolean done;

    @Override
    public void run() {
        done = true;
        LockSupport.unpark(thread);
    }

    /** The wait is bounded by its deadline; an interrupt is kept for the application. */
    void await() {
        boolean interrupted = false;
        while (!done) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            thread.interrupt();
        }
    }

    /** The same for a wait for a client: another call may run meanwhile. */
    public void awaitClient() {
        Workers paused = Workers.pausing();
        try {
            await();
        } finally {
            if (paused != null) {
                paused.resumed();
            }
        }
    }
}
