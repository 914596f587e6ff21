package dev.serval.thread;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has befallen the server's own threads in this process: since when, how often and by what.
 * Thread-safe. For whoever watches the server; it never goes back to "unhurt", since nobody knows
 * what an OutOfMemoryError has left behind.
 *
 * <p>To note something allocates nothing and throws nothing. The log tells of it from a later turn
 * of some thread, in which logging works: the first time at once, then at most once a minute.
 */
public final class ThreadFailures {
    /** That of the process: the heap and the system's threads are common to all servers in it. */
    public static final ThreadFailures PROCESS = new ThreadFailures();

    private static final Logger LOG = LoggerFactory.getLogger(ThreadFailures.class);
    private static final long MINUTE = 60_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    // Read from fields: a constant of the class's own is made when it is first used.
    private static final String MEMORY = OutOfMemoryError.class.getName();
    private static final String STACK = StackOverflowError.class.getName();
    private static final String OTHER = Throwable.class.getName();

    private final AtomicLong count = new AtomicLong();
    private final AtomicBoolean telling = new AtomicBoolean();
    private volatile long since;
    private volatile long latest;
    private volatile String who;
    private volatile String reason;
    private volatile boolean untold;
    private volatile long nextWord = System.nanoTime();

    public ThreadFailures() {}

    /** True when a thread of the server has failed, and went on or was replaced. */
    public boolean hurt() {
        return since != 0;
    }

    /** When that happened first, in milliseconds since 1970; 0 for never. */
    public long sinceMillis() {
        return since;
    }

    /** When that happened last, in milliseconds since 1970; 0 for never. */
    public long latestMillis() {
        return latest;
    }

    /** How often it has happened. */
    public long count() {
        return count.get();
    }

    /** What it was the last time, the name of a class of Throwable; null for never. */
    public String reason() {
        return reason;
    }

    /** The part of the server in which it happened the last time, for people; null for never. */
    public String where() {
        return who;
    }

    /**
     * A turn has failed. Allocates nothing and never throws.
     *
     * @param who the part of the server that it was in, for people
     */
    public void note(String who, Throwable cause) {
        long now = System.currentTimeMillis();
        this.who = who;
        reason = name(cause);
        latest = now;
        if (since == 0) {
            since = now;
        }
        count.incrementAndGet();
        untold = true;
    }

    /** Nothing is told before a minute is over. */
    void tellLater() {
        nextWord = System.nanoTime() + MINUTE;
    }

    private static String name(Throwable cause) {
        if (cause instanceof OutOfMemoryError) {
            return MEMORY;
        }
        if (cause instanceof StackOverflowError) {
            return STACK;
        }
        try {
            return cause.getClass().getName();
        } catch (Throwable e) {
            return OTHER; // there is no memory for a name
        }
    }

    /** From any turn: the log is told what it does not know, if it can be. Never throws. */
    void tell() {
        if (!untold || System.nanoTime() - nextWord < 0 || !telling.compareAndSet(false, true)) {
            return;
        }
        try {
            untold = false;
            long all = count.get();
            nextWord = System.nanoTime() + SECOND;
            LOG.error(
                    "SRV-0931 The server was hurt, and goes on: {} failures of its own threads"
                            + " since {}, the last one {} in {}. After an OutOfMemoryError restart"
                            + " it when that suits you, and give it more memory (-Xmx) or threads"
                            + " (ulimit -u), or find out which application took them",
                    all,
                    Instant.ofEpochMilli(since),
                    reason,
                    who);
            nextWord = System.nanoTime() + MINUTE;
        } catch (Throwable e) {
            untold = true; // another turn tries again
        } finally {
            telling.set(false);
        }
    }
}
