package dev.serval.net;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread of event loops: it owns one, finishes a call whose loop was handed over, or waits as a
 * spare. Fields without a word are the thread's own.
 */
final class LoopThread implements Runnable {
    private static final ThreadLocal<LoopThread> CURRENT = new ThreadLocal<>();
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final LoopThreads threads;
    private final Thread thread;
    // By the lock of the threads; written before it is one of the spares.
    int born;
    private volatile EventLoop assigned;
    private volatile boolean ending;
    private EventLoop loop;
    private boolean seated;
    // Whether it has run applications, whose traces it may bear.
    private boolean used;
    // While it owns its loop.
    boolean owns;
    // While it runs a call for its loop: the token of that call, else 0.
    long call;
    // Written before the token of the call, read by the watcher behind it.
    Pace pace;

    LoopThread(LoopThreads threads) {
        this.threads = threads;
        this.thread = threads.make(this);
    }

    /** That of the calling thread; null where it is another kind of thread. */
    static LoopThread current() {
        return CURRENT.get();
    }

    Thread thread() {
        return thread;
    }

    /** True when this is the calling thread and owns that loop. */
    boolean owns(EventLoop asked) {
        return owns && loop == asked;
    }

    /** Before it waits in a call: if it owns its loop, another thread takes that over. */
    void handOver() {
        if (owns) {
            loop.handOver();
        }
    }

    /** From any thread that has taken it from the spares: it owns that loop from here on. */
    void assign(EventLoop loop) {
        assigned = loop;
        LockSupport.unpark(thread);
    }

    /** From any thread: a spare that nobody needs any more. */
    void end() {
        ending = true;
        LockSupport.unpark(thread);
    }

    /** Takes the place of a worker for the calls of this turn; false when there is none. */
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

    /** True when it may bear traces of an application that has been stopped since. */
    boolean retired() {
        return used && threads.generation() != born;
    }

    @Override
    public void run() {
        try {
            CURRENT.set(this);
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
        } finally {
            if (owns) {
                loop.abandoned();
            }
            threads.ended(this);
        }
    }

    /** Null when it is to end. */
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
            // Whoever has taken it is about to assign a loop, or gives it back.
            LockSupport.parkNanos(this, left > 0 ? left : IDLE_NANOS);
            // An application may interrupt a thread that it has seen, however late.
            Thread.interrupted();
        }
    }
}
