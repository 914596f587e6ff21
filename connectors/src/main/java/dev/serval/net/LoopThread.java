package dev.serval.net;

import dev.serval.thread.TurnGuard;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread of event loops: it owns one, finishes a call whose loop was handed over, or waits as a
 * spare. Fields without a comment are used by the thread itself only.
 */
final class LoopThread implements Runnable {
    private static final TurnGuard GUARD = new TurnGuard("A thread of event loops");
    private static final ThreadLocal<LoopThread> CURRENT = new ThreadLocal<>();
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LoopThreads threads;
    private final Thread thread;
    // Guarded by the lock of the threads; written before it becomes a spare.
    int born;
    private volatile EventLoop assigned;
    private volatile boolean ending;
    private EventLoop loop;
    private boolean seated;
    // Whether it has run applications, and may hold what they left in it.
    private boolean used;
    // While it owns its loop.
    boolean owns;
    // The token of the call that it runs for its loop; 0 if it runs none.
    long call;
    // Written before the token of the call, and read by the watcher after it.
    Pace pace;
    // Written before it owns its first loop; null if the system does not record it.
    volatile ProcessorUse use;

    LoopThread(LoopThreads threads) {
        this.threads = threads;
        this.thread = threads.make(this);
    }

    /** The calling thread; null if it is another kind of thread. */
    static LoopThread current() {
        return CURRENT.get();
    }

    Thread thread() {
        return thread;
    }

    /** True if this is the calling thread and owns that loop. */
    boolean owns(EventLoop asked) {
        return owns && loop == asked;
    }

    /**
     * Called before it waits in a call: if it owns its loop, another thread takes the loop over.
     */
    void handOver() {
        if (owns) {
            loop.handOver();
        }
    }

    /** Called by a thread that has taken it from the spares: it owns that loop from now on. */
    void assign(EventLoop loop) {
        assigned = loop;
        LockSupport.unpark(thread);
    }

    /** From any thread: ends a spare that is not needed any more. */
    void end() {
        ending = true;
        LockSupport.unpark(thread);
    }

    /** Takes the place of a worker for the calls of this turn; false if none is free. */
    boolean sit(Workers workers) {
        if (!seated) {
            seated = workers.tryEnter();
        }
        used |= seated;
        return seated;
    }

    void stand(Workers workers) {
        if (seated) {
            seated = false;
            workers.exit();
        }
    }

    /** True if it may hold what an application left in it that has been stopped since. */
    boolean retired() {
        return used && threads.generation() != born;
    }

    @Override
    public void run() {
        try {
            becomeCurrent();
            use = ProcessorUse.ofCurrentThread();
            do {
                loop = awaitLoop();
                if (loop == null) {
                    return;
                }
                owns = true;
                loop.run(this);
                owns = false;
                loop = null;
                pace = null;
            } while (threads.rest(this));
        } catch (Throwable e) {
            // Another thread goes on with its loop, below.
            GUARD.note(e);
        } finally {
            EventLoop left = owns ? loop : assigned;
            if (left != null) {
                left.abandoned();
            }
            threads.ended(this);
            if (use != null) {
                use.close();
            }
        }
    }

    /** A thread may be started while the heap is full, and a loop may have been given to it. */
    private void becomeCurrent() {
        while (true) {
            try {
                CURRENT.set(this);
                return;
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Waits for a loop; null if the thread has to end. */
    private EventLoop awaitLoop() {
        long end = System.nanoTime() + IDLE_NANOS;
        while (true) {
            EventLoop mine = assigned;
            if (mine != null) {
                assigned = null;
                return mine;
            }
            long left = end - System.nanoTime();
            if (ending || left <= 0 && threads.leave(this)) {
                return null;
            }
            // The thread that has taken it is about to assign a loop, or gives it back.
            LockSupport.parkNanos(this, left > 0 ? left : IDLE_NANOS);
            // An application may interrupt a thread that it has seen, however late.
            Thread.interrupted();
        }
    }
}
