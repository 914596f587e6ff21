package dev.serval.net;

import dev.serval.jfr.Flight;
import dev.serval.thread.OomSafeDeque;
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
 * The queue of tasks that wait for a thread of {@link Workers}: in order, limited in number, and
 * for a {@link Call} in time. Also logs the calls that are refused. Called with the lock of the
 * workers held, except {@link #tell}.
 */
final class WaitingCalls {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final long NANOS_BETWEEN_WARNINGS = TimeUnit.SECONDS.toNanos(10);

    /** What is to be logged of refusals; without the lock, since writing the log may wait. */
    record Busy(long refused, int running, int waiting, int most, LoadLimits load) {}

    private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
    private final int most;
    private final TurnGuard guard;
    private LoadLimits load;
    private long refused; // since the last warning
    private volatile long refusedEver;
    private long nextWarning = System.nanoTime();

    /**
     * @param most the number of tasks that may wait
     * @param load how many calls may wait, and how long
     */
    WaitingCalls(int most, LoadLimits load, TurnGuard guard) {
        this.most = most;
        this.load = load;
        this.guard = guard;
    }

    /** Sets other limits from now on. */
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
        OomSafeDeque.addLast(queue, task);
    }

    /** Removes the task that was added last, for which there is no thread. */
    RejectedExecutionException removeLast() {
        queue.removeLast();
        return new RejectedExecutionException("the system gives no more threads");
    }

    /** The task that has waited longest, which stays; null if there is none. */
    Runnable peek() {
        return queue.peekFirst();
    }

    /** Takes the task that has waited longest; null if there is none. */
    Runnable poll() {
        Runnable task = queue.pollFirst();
        if (task instanceof Call call) {
            Flight.waited(call.startedNanos(), queue.size());
        }
        return task;
    }

    /** Removes and returns the calls that have waited too long, as far as there is memory. */
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
                    break; // the rest came later
                }
                try {
                    if (overdue.isEmpty()) {
                        overdue = new ArrayList<>();
                    }
                    overdue.add(call);
                } catch (OutOfMemoryError e) {
                    guard.note(e);
                    break; // those that are neither waiting nor returned would get no answer
                }
                waiting.remove();
            }
        }
        return overdue;
    }

    /**
     * Counts refused calls; returns what to log, null if nothing is due.
     *
     * @param running calls that run
     * @param max calls that may run at once
     */
    Busy refused(int calls, int running, int max) {
        if (calls == 0) {
            return null;
        }
        refused += calls;
        refusedEver += calls;
        long now = System.nanoTime();
        if (now - nextWarning < 0) {
            return null;
        }
        Busy busy;
        try {
            busy = new Busy(refused, running, queue.size(), max, load);
        } catch (OutOfMemoryError e) {
            guard.note(e);
            return null; // the next refusal says it of this one, too
        }
        nextWarning = now + NANOS_BETWEEN_WARNINGS;
        refused = 0;
        return busy;
    }

    /**
     * How the threads before which this queue is fare. Called without the lock, for a hint.
     *
     * @param threads that there are
     * @param busy calls that run
     * @param max calls that may run at once
     */
    ThreadUse use(int threads, int busy, int max) {
        return new ThreadUse(threads, Math.max(0, busy), queue.size(), max, refusedEver);
    }

    /**
     * Logs refusals; called without the lock.
     *
     * @param busy null if nothing is due
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
            guard.note(e); // the refusal stands without its log line
        }
    }
}
