package dev.serval.thread;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The failures of the server's own threads in this process: since when, how many, and the last
 * cause. Thread-safe. For monitoring. A process that was hurt stays so, since nobody knows what an
 * OutOfMemoryError has left behind.
 *
 * <p>Noting a failure allocates nothing and throws nothing. A later turn of some thread, in which
 * logging works, writes it to the log: the first failure at once, further ones at most once a
 * minute.
 */
public final class ThreadFailures {
    /**
     * The instance of the process, since all servers in it share the heap and the system's threads.
     */
    public static final ThreadFailures PROCESS = new ThreadFailures();

    private static final Logger LOG = LoggerFactory.getLogger(ThreadFailures.class);
    private static final long MINUTE = 60_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    // Constants that exist before they are needed: at a failure there may be no memory for them.
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

    /** True if a thread of the server has failed, and went on or was replaced. */
    public boolean hurt() {
        return since != 0;
    }

    /** The time of the first failure, in milliseconds since 1970; 0 if there was none. */
    public long sinceMillis() {
        return since;
    }

    /** The time of the last failure, in milliseconds since 1970; 0 if there was none. */
    public long latestMillis() {
        return latest;
    }

    /** The number of failures. */
    public long count() {
        return count.get();
    }

    /** The class name of the last Throwable; null if there was none. */
    public String reason() {
        return reason;
    }

    /** The part of the server that failed last, for messages; null if there was none. */
    public String where() {
        return who;
    }

    /**
     * A turn has failed. Allocates nothing and never throws.
     *
     * @param who the part of the server, for messages
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

    /** Logs nothing before a minute is over. */
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
            return OTHER; // there is no memory for the name
        }
    }

    /** Called from any turn: logs what was not logged yet, if logging works. Never throws. */
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
