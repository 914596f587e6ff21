package dev.serval.valve.accesslog;

import dev.serval.thread.TurnGuard;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes an access log. Started and closed by the log, once each. A chunk that
 * cannot be written is tried again every second while the queue takes lines that still fit.
 */
final class LogWriter implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);
    private static final long RETRY_MILLIS = 1000;
    private static final long CLOSE_MILLIS = 5000;
    private static final long REPORT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LineQueue queue;
    private final LogTarget target;
    private final Thread thread = new Thread(this, "access-log");
    private final TurnGuard guard = new TurnGuard("The writer of an access log");
    // Taken, and not yet returned.
    private Chunk chunk;
    private long reported = System.nanoTime() - REPORT_NANOS;
    private long lost;
    private IOException failure;

    LogWriter(LineQueue queue, LogTarget target) {
        this.queue = queue;
        this.target = target;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void close() {
        queue.close();
        try {
            thread.join(CLOSE_MILLIS);
            if (thread.isAlive()) {
                // The writer waits at a pipe without a reader: the lines are lost.
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            // The caller does not wait any longer; the writer is a daemon.
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        while (true) {
            try {
                if (!turn()) {
                    break;
                }
                guard.passed();
            } catch (InterruptedException e) {
                // The server interrupts this thread only to end it.
                break;
            } catch (Throwable e) {
                guard.failed(e);
                if (queue.closed()) {
                    break;
                }
            }
        }
        try {
            end();
        } catch (Throwable e) {
            guard.note(e); // no memory is left, and the log ends
        }
    }

    private void end() {
        try {
            report(true);
        } finally {
            try {
                target.close();
            } catch (IOException e) {
                LOG.warn("SRV-0702 The access log could not be closed: {}", e.toString());
            }
        }
    }

    /** False if there will be no more lines. */
    private boolean turn() throws InterruptedException {
        if (chunk == null) {
            chunk = queue.take(target.gatherMillis());
        }
        if (chunk == null) {
            return false;
        }
        int unwritten = write(chunk) ? 0 : chunk.lines;
        Chunk done = chunk;
        // First, since a failure after it would write its lines twice.
        chunk = null;
        LogLines.written(done.lines - unwritten);
        queue.giveBack(done, unwritten);
        report(false);
        return true;
    }

    /** False if the log was closed before the chunk could be written. */
    private boolean write(Chunk chunk) throws InterruptedException {
        while (true) {
            try {
                target.write(chunk);
                failure = null;
                return true;
            } catch (IOException e) {
                failure = e;
                report(false);
                if (queue.closed()) {
                    return false;
                }
                queue.awaitClose(RETRY_MILLIS);
            }
        }
    }

    /** Reports the problem, at most once a minute. */
    private void report(boolean now) {
        lost += queue.takeLost();
        if (lost == 0 && failure == null) {
            return;
        }
        if (!now && System.nanoTime() - reported < REPORT_NANOS) {
            return;
        }
        reported = System.nanoTime();
        if (failure == null) {
            LOG.warn("SRV-0701 The access log lost {} lines: its disk is too slow.", lost);
        } else {
            LOG.warn(
                    "SRV-0701 The access log cannot be written and lost {} lines so far: {}",
                    lost,
                    failure.toString());
        }
        lost = 0;
    }
}
