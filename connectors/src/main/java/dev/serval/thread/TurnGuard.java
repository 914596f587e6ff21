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
 * Keeps threads of the server going, whatever a turn of theirs throws. Thread-safe; one for each
 * kind of turn.
 *
 * <pre>
 *   turn -- ended well: {@link #passed} --------------------------------------+
 *    ^  \-- threw:  {@link #failed}: noted, a pause, 10 ms to 1 s, the longer  |
 *    |              the more have failed in a row                             |
 *    +------------------------------------------------------------------------+
 * </pre>
 *
 * To note a failure allocates nothing and throws nothing, since the failure may be that there is no
 * memory or no stack left. The log is told from a turn in which that works: of the first failure at
 * once, with its stack trace, and then once a minute how many there were.
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
    private final AtomicLong count = new AtomicLong();
    private final AtomicInteger inARow = new AtomicInteger();
    private final AtomicBoolean telling = new AtomicBoolean();
    private volatile boolean marked;
    // Of an application perhaps, whose classes it holds: until it is told, and no longer.
    private volatile Throwable cause;
    private volatile long told;
    private volatile long nextWord;

    static {
        // What runs for the first time is linked, and that takes memory.
        TurnGuard rehearsal = new TurnGuard("rehearsal", new ThreadFailures());
        rehearsal.note(new OutOfMemoryError());
        rehearsal.told = 1;
        // All of it but the log, which is there later: what AtomicBoolean does is linked, too.
        rehearsal.harm.tellLater();
        rehearsal.tell();
        rehearsal.told = 2;
        rehearsal.failed(new OutOfMemoryError());
        rehearsal.passed();
        OomSafeLock.lock(new ReentrantLock());
    }

    /**
     * @param name of the threads or the part of the server, for people
     */
    public TurnGuard(String name) {
        this(name, ThreadFailures.PROCESS);
    }

    public TurnGuard(String name, ThreadFailures harm) {
        this.name = name;
        this.harm = harm;
        nextWord = System.nanoTime();
    }

    /** Behind a turn that ended well. */
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

    /** Behind a turn that threw: notes it and waits for a moment. Never throws. */
    public void failed(Throwable cause) {
        try {
            noteOrThrow(cause);
            int before = Math.min(inARow.getAndIncrement(), DOUBLINGS);
            pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE << before));
            tell();
        } catch (Throwable e) {
            marked = true; // no memory to link what runs for the first time: another turn tells
        }
    }

    /** Something failed that the next turn does not depend on, one connection. Never throws. */
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
     * What is missing, memory most likely, does not come back at once. A virtual thread goes on all
     * the same: the JDK needs memory for a wait with an end, and a thread for which there was none
     * never wakes up again.
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
