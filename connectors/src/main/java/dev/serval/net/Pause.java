package dev.serval.net;

/**
 * A bounded wait of a thread that runs a call, for a result that other threads compute: another
 * call may run meanwhile, and an event loop that the thread owns goes on without it. Owned by the
 * thread that begins it. Has no effect on a thread that runs no call.
 */
public final class Pause implements AutoCloseable {
    private final Workers workers;

    private Pause(Workers workers) {
        this.workers = workers;
    }

    /** The calling thread is about to wait, and calls {@link #close} afterwards. */
    public static Pause begin() {
        LoopThread me = LoopThread.current();
        if (me != null) {
            me.handOver();
        }
        return new Pause(Workers.pausing());
    }

    /** The wait is over. For a while more calls than allowed may run. */
    @Override
    public void close() {
        if (workers != null) {
            workers.resumed();
        }
    }
}
