package dev.serval.http;

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
 * What one connector logs of the requests that it refuses, and of those that only a {@link
 * Leniency} let pass. Thread-safe. The first of a code is told at once, with all that helps; those
 * of the next minute are counted, and the count is told at its end. So a flood costs a line a
 * minute, and nothing is ever silent. Its memory is bounded by the number of codes.
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
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    /** One code that is being counted. */
    private static final class Count {
        private final boolean warning;
        private long until;
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
    // Ends when nothing is counted; null while there is none.
    private Thread teller;
    private boolean closed;

    /**
     * @param connector its name, for people
     */
    public RefusalLog(String connector) {
        this(connector, MINUTE);
    }

    /**
     * @param period nanoseconds after which a count is told
     */
    RefusalLog(String connector, long period) {
        this(connector, period, task -> make(task, connector));
    }

    /**
     * @param period nanoseconds after which a count is told
     * @param threads makes the thread that tells it
     */
    RefusalLog(String connector, long period, ThreadFactory threads) {
        this.connector = connector;
        this.period = period;
        this.threads = threads;
        // Tells connectors, servers and their runs apart; the ids need not be secret.
        prefix = Integer.toString(new Random().nextInt(36 * 36 * 36 * 36), 36) + "-";
    }

    /** Whoever is refused may run in an application: nothing of it is inherited. */
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
     * @param detail what was seen, or limit and value, as it came; may be empty
     */
    void refused(Refusal refusal, String detail, String id, Peer peer) {
        if (refusal.isOrdinary()) {
            if (LOG.isDebugEnabled()) {
                LOG.debug("{} request {} from {}: {}", refusal.code(), id, peer, shown(detail));
            }
            return;
        }
        // What a setting can change is worth a look, the rest is the client's affair.
        boolean warning = !refusal.setting().isEmpty();
        if (isFirst(refusal.code(), warning)) {
            log(
                    warning,
                    "{} {} {}{}{}; request {} from {} on {}, {}",
                    refusal.code(),
                    refusal.status(),
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

    private static String shown(String detail) {
        return LogText.shown(detail, LONGEST, "");
    }

    /** A request was taken for a leniency alone. */
    public void passed(Leniency leniency, Peer peer) {
        if (isFirst(leniency.code(), false)) {
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

    private static void log(boolean warning, String format, Object... values) {
        if (warning) {
            LOG.warn(format, values);
        } else {
            LOG.info(format, values);
        }
    }

    /** Tells what is counted, and leaves no thread. */
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
                interrupted = true; // it waits for nothing any more
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** False when it is counted instead. */
    private synchronized boolean isFirst(String code, boolean warning) {
        Count count = counting.get(code);
        if (count != null) {
            count.more++;
        } else if (!closed) {
            counting.put(code, new Count(warning, System.nanoTime() + period));
        }
        if (teller == null && !closed) {
            startTeller();
        }
        return count == null;
    }

    /** Where there is no thread for it, the next refusal asks for one again. By lock. */
    private void startTeller() {
        try {
            Thread fresh = threads.newThread(this::tell);
            fresh.start();
            teller = fresh;
        } catch (RuntimeException | Error e) {
            GUARD.note(e);
        }
    }

    /** The thread: until nothing is counted. */
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

    /** Waits for the next that are due; false at the end of the thread. */
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
                    count.until = now + period;
                }
                next = Math.min(next, count.until - now);
            }
            if (due.isEmpty() && !counting.isEmpty()) {
                try {
                    wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(next)));
                } catch (InterruptedException e) {
                    closed = true; // nobody interrupts it but the end of the JVM
                }
            }
        }
        if (due.isEmpty()) {
            teller = null;
        }
        return !due.isEmpty();
    }
}
