package dev.serval.net;

import java.util.concurrent.locks.LockSupport;

/**
 * One wait of the thread that creates it, by {@link Driver#await}; {@link #run} ends the wait.
 * Thread-safe.
 */
public final class Parked implements Runnable {
    private final Thread thread = Thread.currentThread();
    private volatile boolean done;

    @Override
    public void run() {
        done = true;
        LockSupport.unpark(thread);
    }

    /** Waits; a deadline elsewhere bounds the wait. An interrupt is kept for the application. */
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
