package dev.serval.http;

import dev.serval.jfr.Flight;
import dev.serval.net.Peer;
import dev.serval.thread.TurnGuard;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the requests that one connector refuses, and those that only a {@link Leniency} let pass.
 * Thread-safe. The first refusal with a code is logged at once, with all details; those of the next
 * minute are counted, and their number is logged at its end. So a flood costs one line a minute,
 * and no refusal goes unlogged. Of requests that fail by no fault of their client, with a status
 * from 500 on, the first {@value #MOST_FAILURES} a minute have lines of their own. Its memory is
 * bounded by the number of codes.
 *
 * <pre>
 *   QUIET -- one: told --&gt; COUNTING -- a minute, some came: their number is told --+
 *     ^                     |    ^                                                 |
 *     +--- a minute, none --+    +-------------------------------------------------+
 * </pre>
 */
public final class RefusalLog {
    private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
    private static final TurnGuard GUARD = new TurnGuard("The count of refused requests");
    private static final int LONGEST = 500;
    static final int MOST_FAILURES = 20;
    private static final int FAILURE = 500;
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    /** One code that is being counted. */
    private static final class Count {
        private final boolean warning;
        private long until;
        private int told = 1; // in this period
        private long more;

        private Count(boolean warning, long until) {
            this.warning = warning;
            this.until = until;
        }
    }

    private final String connector;
    private final long period;
    private final String prefix;
    private final ThreadFactory threads;
    private final Map<String, Count> counting = new HashMap<>();
    private long ids;
    // Ends when nothing is counted; null while there is no thread.
    private Thread teller;
    private boolean closed;

    /**
     * @param connector its name, for messages
     */
    public RefusalLog(String connector) {
        this(connector, MINUTE);
    }

    /**
     * @param period nanoseconds after which a count is logged
     */
    RefusalLog(String connector, long period) {
        this(connector, period, task -> make(task, connector));
    }

    /**
     * @param period nanoseconds after which a count is logged
     * @param threads makes the thread that logs counts
     */
    RefusalLog(String connector, long period, ThreadFactory threads) {
        this.connector = connector;
        this.period = period;
        this.threads = threads;
        // Distinguishes the ids of connectors, servers and their runs; ids need not be secret.
        prefix = Integer.toString(new Random().nextInt(36 * 36 * 36 * 36), 36) + "-";
    }

    /** A refusal may happen within an application: the thread inherits nothing of it. */
    private static Thread make(Runnable task, String connector) {
        Thread thread = new Thread(null, task, "serval-refusals-" + connector, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(RefusalLog.class.getClassLoader());
        return thread;
    }

    /** A short id that no other request has. */
    public synchronized String nextId() {
        return prefix + Long.toString(++ids, 36);
    }

    /**
     * A request is refused.
     *
     * @param status that its client gets
     * @param detail what was seen, or limit and value, as it came; may be empty
     */
    void refused(int status, Refusal refusal, String detail, String id, Peer peer) {
        Flight.rejected(connector, refusal.code(), status, id, peer);
        if (refusal.isOrdinary()) {
            if (LOG.isDebugEnabled()) {
                LOG.debug("{} request {} from {}: {}", refusal.code(), id, peer, shown(detail));
            }
            return;
        }
        // What a setting can change may interest the operator; the rest is the client's affair.
        boolean warning = !refusal.setting().isEmpty();
        if (isTold(refusal.code(), warning, status >= FAILURE ? MOST_FAILURES : 1)) {
            log(
                    warning,
                    "{} {} {}{}{}; request {} from {} on {}, {}",
                    refusal.code(),
                    status,
                    refusal.message(),
                    detail.isEmpty() ? "" : " " + shown(detail),
                    detail.contains(refusal.setting())
                            ? ""
                            : "; " + refusal.setting() + " of the Connector changes that",
                    id,
                    peer,
                    connector,
                    refusal.rule());
        }
    }

    /**
     * For protocols: a connection ends without an answer, since none could be taken for that to
     * another request.
     */
    public void ended(Refusal refusal, String detail, Peer peer) {
        Flight.rejected(connector, refusal.code(), 0, "", peer);
        if (isTold(refusal.code(), false, 1)) {
            LOG.info(
                    "{} {} {}; the connection from {} on {} ends without an answer, {}",
                    refusal.code(),
                    refusal.message(),
                    shown(detail),
                    peer,
                    connector,
                    refusal.rule());
        }
    }

    private static String shown(String detail) {
        return LogText.shown(detail, LONGEST, "");
    }

    /** A request was accepted because of a leniency. */
    public void passed(Leniency leniency, Peer peer) {
        if (isTold(leniency.code(), false, 1)) {
            LOG.info(
                    "{} {} let a request pass, from {} on {}: {}, against {}",
                    leniency.code(),
                    leniency.attribute(),
                    peer,
                    connector,
                    leniency.passes(),
                    leniency.rule());
        }
    }

    /** The same for what the target of a request has. */
    public void passed(TargetChars characters, Peer peer) {
        if (characters.pathRelaxed()) {
            passed(Leniency.PATH_CHARACTER, peer);
        }
        if (characters.queryRelaxed()) {
            passed(Leniency.QUERY_CHARACTER, peer);
        }
    }

    private static void log(boolean warning, String format, Object... values) {
        if (warning) {
            LOG.warn(format, values);
        } else {
            LOG.info(format, values);
        }
    }

    /** Logs what is counted, and ends the thread. */
    public void close() {
        Thread waiting;
        synchronized (this) {
            closed = true;
            waiting = teller;
            notifyAll();
        }
        boolean interrupted = false;
        while (waiting != null && waiting.isAlive()) {
            try {
                waiting.join();
            } catch (InterruptedException e) {
                interrupted = true; // the thread is about to end
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * True if it has to be logged now; otherwise it was counted.
     *
     * @param most lines in a period
     */
    private synchronized boolean isTold(String code, boolean warning, int most) {
        Count count = counting.get(code);
        boolean tell = count == null || count.told < most;
        if (count != null) {
            count.told += tell ? 1 : 0;
            count.more += tell ? 0 : 1;
        } else if (!closed) {
            counting.put(code, new Count(warning, System.nanoTime() + period));
        }
        if (teller == null && !closed) {
            startTeller();
        }
        return tell;
    }

    /**
     * Starts the thread; if that fails, the next refusal tries again. Called with the lock held.
     */
    private void startTeller() {
        try {
            Thread fresh = threads.newThread(this::tell);
            fresh.start();
            teller = fresh;
        } catch (RuntimeException | Error e) {
            GUARD.note(e);
        }
    }

    /** Runs on the thread, until nothing is counted. */
    private void tell() {
        Map<String, Count> due = new HashMap<>();
        while (true) {
            try {
                if (!collect(due)) {
                    return;
                }
                due.forEach(
                        (code, count) ->
                                log(
                                        count.warning,
                                        "{} {} more in the last {} s on {}",
                                        code,
                                        count.more,
                                        TimeUnit.NANOSECONDS.toSeconds(period),
                                        connector));
                GUARD.passed();
            } catch (Throwable e) {
                GUARD.failed(e);
            }
            due.clear();
        }
    }

    /** Waits for the next counts that are due; false at the end of the thread. */
    private synchronized boolean collect(Map<String, Count> due) {
        while (!counting.isEmpty() && due.isEmpty()) {
            long now = System.nanoTime();
            long next = Long.MAX_VALUE;
            for (var entries = counting.entrySet().iterator(); entries.hasNext(); ) {
                var entry = entries.next();
                Count count = entry.getValue();
                if (closed || count.until - now <= 0) {
                    if (count.more > 0) {
                        Count told = new Count(count.warning, now);
                        told.more = count.more;
                        due.put(entry.getKey(), told);
                    }
                    if (closed || count.more == 0) {
                        entries.remove();
                        continue;
                    }
                    count.more = 0;
                    count.told = count.told > 1 ? 0 : 1;
                    count.until = now + period;
                }
                next = Math.min(next, count.until - now);
            }
            if (due.isEmpty() && !counting.isEmpty()) {
                try {
                    wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(next)));
                } catch (InterruptedException e) {
                    closed = true; // only the end of the JVM interrupts it
                }
            }
        }
        if (due.isEmpty()) {
            teller = null;
        }
        return !due.isEmpty();
    }
}
