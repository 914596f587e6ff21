package dev.serval.net;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/** The place of a virtual thread among the calls that run at once; for one wait of that thread. */
final class Seat implements Call {
    private final Thread thread = Thread.currentThread();
    private final long started = System.nanoTime();
    private volatile boolean free;
    private volatile boolean late;

    private Seat() {}

    /**
     * Called on a virtual thread that runs a call itself: waits for its turn; {@link Workers#leave}
     * must follow. Throws RejectedExecutionException if too many wait, or when it waits for too
     * long.
     */
    static void take(Workers workers) {
        Seat seat = new Seat();
        workers.execute(seat);
        seat.await();
    }

    @Override
    public long startedNanos() {
        return started;
    }

    @Override
    public void run() {
        free = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void overdue() {
        late = true;
        LockSupport.unpark(thread);
    }

    private void await() {
        boolean interrupted = false;
        while (!free && !late) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            thread.interrupt();
        }
        if (late) {
            throw new RejectedExecutionException("maxThreads are busy for too long");
        }
    }
}
