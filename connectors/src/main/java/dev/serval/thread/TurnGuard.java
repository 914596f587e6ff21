package dev.serval.thread;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the server's threads running, whatever one of their turns throws. Thread-safe; one for each
 * kind of turn.
 *
 * <pre>
 *   turn -- ended well: {@link #passed} --------------------------------------+
 *    ^  \-- threw:  {@link #failed}: noted, a pause, 10 ms to 1 s, the longer  |
 *    |              the more have failed in a row                             |
 *    +------------------------------------------------------------------------+
 * </pre>
 *
 * Noting a failure allocates nothing and throws nothing, since memory or stack may have run out.
 * The log is written from a turn in which that works: the first failure at once, with its stack
 * trace, then once a minute the number of further ones.
 */
public final class TurnGuard {
    private static final Logger LOG = LoggerFactory.getLogger(TurnGuard.class);
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int DOUBLINGS = 7;
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY = TimeUnit.SECONDS.toNanos(1);
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final ThreadFailures harm;
    private final long firstPause;
    private final AtomicLong count = new AtomicLong();
    private final AtomicInteger inARow = new AtomicInteger();
    private final AtomicBoolean telling = new AtomicBoolean();
    private volatile boolean marked;
    // Perhaps of an application, whose classes it holds: kept only until it is logged.
    private volatile Throwable cause;
    private volatile long told;
    private volatile long nextWord;

    static {
        // Runs everything once: code is linked when it first runs, and that needs memory.
        TurnGuard rehearsal = new TurnGuard("rehearsal", new ThreadFailures(), 1);
        rehearsal.note(new OutOfMemoryError());
        rehearsal.told = 1;
        // Without the log, which works only later.
        rehearsal.harm.tellLater();
        rehearsal.tell();
        rehearsal.told = 2;
        rehearsal.failed(new OutOfMemoryError());
        rehearsal.passed();
        ReentrantLock lock = new ReentrantLock();
        OomSafeLock.lock(lock);
        lock.unlock();
        LookedUpAhead.all();
    }

    /**
     * @param name of the threads or the part of the server, for messages
     */
    public TurnGuard(String name) {
        this(name, ThreadFailures.PROCESS);
    }

    public TurnGuard(String name, ThreadFailures harm) {
        this(name, harm, FIRST_PAUSE);
    }

    private TurnGuard(String name, ThreadFailures harm, long firstPause) {
        this.name = name;
        this.harm = harm;
        this.firstPause = firstPause;
        nextWord = System.nanoTime();
    }

    /** Called after a turn that ended well. */
    public void passed() {
        if (marked) {
            try {
                inARow.set(0);
                tell();
            } catch (Throwable e) {
                marked = true; // another turn tries again
            }
        }
    }

    /** Called after a turn that threw: notes the failure and waits for a moment. Never throws. */
    public void failed(Throwable cause) {
        try {
            noteOrThrow(cause);
            int before = Math.min(inARow.getAndIncrement(), DOUBLINGS);
            pause(Math.min(LONGEST_PAUSE, firstPause << before));
            tell();
        } catch (Throwable e) {
            marked = true; // no memory to link code that runs first here: another turn logs it
        }
    }

    /**
     * Notes a failure that does not affect the next turn, for example of one connection. Never
     * throws.
     */
    public void note(Throwable cause) {
        try {
            noteOrThrow(cause);
        } catch (Throwable e) {
            marked = true;
        }
    }

    private void noteOrThrow(Throwable cause) {
        harm.note(name, cause);
        count.incrementAndGet();
        if (this.cause == null && System.nanoTime() - nextWord >= 0) {
            this.cause = cause;
        }
        marked = true;
    }

    /**
     * Waits, since what is missing, most likely memory, does not come back at once. A virtual
     * thread does not wait: the JDK needs memory for a timed wait, and without it the thread never
     * wakes up.
     */
    private static void pause(long nanos) {
        if (Threads.onVirtual()) {
            return;
        }
        boolean interrupted = false;
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell() {
        if (System.nanoTime() - nextWord < 0 || !telling.compareAndSet(false, true)) {
            return;
        }
        try {
            long now = count.get();
            if (now != told) {
                nextWord = System.nanoTime() + RETRY;
                LOG.error(
                        "SRV-0930 {} went on after {} failures that no turn of it should have;"
                                + " please report this unless memory or threads ran out",
                        name,
                        now - told,
                        cause);
                told = now;
                cause = null;
                nextWord = System.nanoTime() + MINUTE;
            }
            marked = false;
            if (count.get() != now) {
                marked = true;
            }
            harm.tell();
        } catch (Throwable e) {
            marked = true; // another turn tries again
        } finally {
            telling.set(false);
        }
    }
}
