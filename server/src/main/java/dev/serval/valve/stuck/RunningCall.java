package dev.serval.valve.stuck;

import dev.serval.http.Exchange;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One call that runs, and its place in the list of its lane. Thread-safe. It refers to thread and
 * exchange only while it is in the list.
 *
 * <pre>
 * RUNNING -- the call ends --&gt; ENDED
 *    \-- found to be stuck --&gt; STUCK -- the call ends --&gt; ENDED, and the log says so
 * </pre>
 */
final class RunningCall {
    private static final int RUNNING = 0;
    private static final int STUCK = 1;
    private static final int ENDED = 2;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(RunningCall.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread thread = Thread.currentThread();
    private final Exchange exchange;
    private final long began;
    private volatile int state = RUNNING;
    private boolean interrupted; // by this
    // Guarded by the lock of the lane.
    RunningCall before;
    RunningCall after;

    RunningCall(Exchange exchange, long now) {
        this.exchange = exchange;
        this.began = now;
    }

    Thread thread() {
        return thread;
    }

    Exchange exchange() {
        return exchange;
    }

    /** The nanoseconds for which the call has run. */
    long age(long now) {
        return now - began;
    }

    /** Marks the call as stuck; true for the first caller only. */
    boolean stick() {
        return STATE.compareAndSet(this, RUNNING, STUCK);
    }

    boolean isStuck() {
        return state == STUCK;
    }

    /** Interrupts its thread, once, if it is stuck still: never a thread that does other work. */
    synchronized boolean interrupt() {
        if (interrupted || state != STUCK) {
            return false;
        }
        interrupted = true;
        thread.interrupt();
        return true;
    }

    /** Called by its thread; true if it was found to be stuck. */
    boolean end() {
        if (STATE.compareAndSet(this, RUNNING, ENDED)) {
            return false;
        }
        synchronized (this) {
            state = ENDED;
            if (interrupted) {
                // The interrupt is not meant for the next call on this thread.
                Thread.interrupted();
            }
        }
        return true;
    }
}
