package dev.serval.net;

/**
 * A bounded wait of a thread that runs a call, for something that others compute: another call may
 * run in its place meanwhile, and an event loop that it owns goes on without it. Owned by the
 * thread that begins it; on a thread that runs no call nothing happens.
 */
public final class Pause implements AutoCloseable {
    private final Workers workers;

    private Pause(Workers workers) {
        this.workers = workers;
    }

    /** The calling thread is about to wait; {@link #close} follows on it. */
    public static Pause begin() {
        LoopThread me = LoopThread.current();
        if (me != null) {
            me.handOver();
        }
        return new Pause(Workers.pausing());
    }

    /** The wait is over. There may be more calls at once than allowed, for a while. */
    @Override
    public void close() {
        if (workers != null) {
            workers.resumed();
        }
    }
}
