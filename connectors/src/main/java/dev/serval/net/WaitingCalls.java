package dev.serval.net;

import dev.serval.thread.TurnGuard;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What waits for a thread of {@link Workers}: in order, so many, and a {@link Call} only so long;
 * and what the log is told of those that are sent away. By the lock of the workers, but for {@link
 * #tell}.
 */
final class WaitingCalls {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final long NANOS_BETWEEN_WARNINGS = TimeUnit.SECONDS.toNanos(10);

    /** What is to be told of refusals, without the lock: who writes the log may wait. */
    record Busy(long refused, int running, int waiting, int most, LoadLimits load) {}

    private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
    private final int most;
    private final TurnGuard guard;
    private LoadLimits load;
    private long refused; // since the last warning
    private long nextWarning = System.nanoTime();

    /**
     * @param most tasks that may wait
     * @param load how many calls may, and how long
     */
    WaitingCalls(int most, LoadLimits load, TurnGuard guard) {
        this.most = most;
        this.load = load;
        this.guard = guard;
    }

    /** Others from here on. */
    void limits(LoadLimits limits) {
        load = limits;
    }

    /** How long a worker waits for the next task before it ends. */
    long idleNanos() {
        return TimeUnit.MILLISECONDS.toNanos(load.threads().threadsMaxIdleTime());
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    int size() {
        return queue.size();
    }

    /** How many may wait before that task. */
    int limit(Runnable task) {
        return task instanceof Call ? Math.min(load.threads().maxQueueSize(), most) : most;
    }

    void add(Runnable task) {
        queue.addLast(task);
    }

    /** There is no thread for the task that was added last. */
    RejectedExecutionException removeLast() {
        queue.removeLast();
        return new RejectedExecutionException("the system gives no more threads");
    }

    /** The one that has waited for longest, which stays; null if there is none. */
    Runnable peek() {
        return queue.peekFirst();
    }

    /** The one that has waited for longest; null if there is none. */
    Runnable poll() {
        return queue.pollFirst();
    }

    /** Calls that have waited for too long, and wait no more; empty if there is none. */
    List<Call> overdue() {
        if (load.maxQueueTime() <= 0) {
            return List.of();
        }
        List<Call> overdue = List.of();
        long latest = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(load.maxQueueTime());
        Iterator<Runnable> waiting = queue.iterator();
        while (waiting.hasNext()) {
            if (waiting.next() instanceof Call call) {
                if (call.startedNanos() - latest > 0) {
                    break; // those behind have come later
                }
                waiting.remove();
                if (overdue.isEmpty()) {
                    overdue = new ArrayList<>();
                }
                overdue.add(call);
            }
        }
        return overdue;
    }

    /**
     * So many more were sent away; null when nothing is to be told of that.
     *
     * @param running calls that run
     * @param max calls that may run at once
     */
    Busy refused(int calls, int running, int max) {
        if (calls == 0) {
            return null;
        }
        refused += calls;
        long now = System.nanoTime();
        if (now - nextWarning < 0) {
            return null;
        }
        nextWarning = now + NANOS_BETWEEN_WARNINGS;
        Busy busy = new Busy(refused, running, queue.size(), max, load);
        refused = 0;
        return busy;
    }

    /**
     * Without the lock.
     *
     * @param busy null if there is nothing
     */
    void tell(Busy busy) {
        if (busy == null) {
            return;
        }
        try {
            LOG.warn(
                    "SRV-0915 The server is busy. Requests that were answered with 503 since this was"
                            + " last said: {}; calls that run: {}, that wait: {}; see maxThreads"
                            + " ({}), maxQueueSize ({}) and maxQueueTime ({} ms)",
                    busy.refused,
                    busy.running,
                    busy.waiting,
                    busy.most,
                    busy.load.threads().maxQueueSize(),
                    busy.load.maxQueueTime());
        } catch (Throwable e) {
            guard.note(e); // the refusal counts, not the word about it
        }
    }
}
