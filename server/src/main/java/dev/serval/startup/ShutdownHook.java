package dev.serval.startup;

import dev.serval.lifecycle.StopRequest;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs when the process is told to end: requests in flight finish, then it ends with code 0. Runs
 * once, as the JVM's shutdown hook.
 *
 * <pre>
 * SIGTERM, SIGINT, SIGHUP -&gt; hook: stop the server -&gt; delete the PID file -&gt; halt(0)
 * end(request): exit(0)   -&gt; hook: the same
 * System.exit(n)          -&gt; hook: stop the server -&gt; delete the PID file -&gt; n stays
 * </pre>
 */
final class ShutdownHook implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownHook.class);

    private final PidFile pidFile;
    private final CountDownLatch running = new CountDownLatch(1);
    private final AtomicReference<StopRequest> request = new AtomicReference<>();
    private volatile StopTimes times;
    private volatile Drain stop;

    /** Stops the server. */
    interface Drain {
        /**
         * @param delay how long ports stay open
         * @param within how long requests in flight may take then
         */
        void stop(String reason, Duration delay, Duration within);
    }

    /**
     * @param pidFile null if there is none
     * @param times how long the stop may take, unless the order to stop says otherwise
     */
    ShutdownHook(PidFile pidFile, StopTimes times) {
        this.pidFile = pidFile;
        this.times = times;
    }

    /** Sets how to stop the server; a start in progress is awaited. */
    void running(Drain stopping) {
        stop = stopping;
        running.countDown();
    }

    /** Takes other times from now on. */
    void times(StopTimes next) {
        times = next;
    }

    /** Ends the process with code 0, as a signal does; the first request counts. */
    void end(StopRequest asked) {
        request.compareAndSet(null, asked);
        System.exit(0);
    }

    @Override
    public void run() {
        // Before the start could fail because of the stop and call System.exit, too.
        boolean told = isTold();
        try {
            stop(told);
        } catch (InterruptedException | RuntimeException | Error e) {
            unclean(e);
        }
        try {
            if (pidFile != null) {
                pidFile.release();
            }
            System.out.flush();
            System.err.flush();
        } finally {
            if (told) {
                // A JVM that was told to end by SIGTERM would exit with 143, which reads as a
                // failure.
                Runtime.getRuntime().halt(0);
            }
        }
    }

    private void stop(boolean told) throws InterruptedException {
        if (stop == null && !told) {
            return;
        }
        long begun = System.nanoTime();
        StopTimes left = left();
        Duration within = left.within();
        say("Stopping: requests in flight have {} ms.", within.toMillis());
        if (pidFile != null) {
            pidFile.expectEnd(left.delay().plus(within));
        }
        if (!running.await(within.toMillis(), TimeUnit.MILLISECONDS)) {
            say("Applications that still start after {} ms are left alone.", within.toMillis());
            return;
        }
        StopRequest asked = request.get();
        stop.stop(asked == null ? "told to stop" : asked.reason(), left.delay(), within);
        say("Stopped after {} ms.", (System.nanoTime() - begun) / 1_000_000);
    }

    /** The limit in the order to stop or in the request to end, otherwise the configured one. */
    private StopTimes left() {
        try {
            Duration ordered = pidFile == null ? null : pidFile.stopOrder();
            StopRequest asked = request.get();
            if (ordered == null && asked != null) {
                ordered = asked.limit();
            }
            return ordered == null ? times : times.in(ordered);
        } catch (RuntimeException | Error e) {
            unclean(e);
            return times;
        }
    }

    // There may be no memory for the log; the process ends anyway.

    private static void say(String what, long value) {
        try {
            LOG.info(what, value);
        } catch (Throwable e) {
            unclean(e);
        }
    }

    private static void unclean(Throwable cause) {
        try {
            LOG.error("SRV-0806 The server did not stop cleanly.", cause);
        } catch (Throwable e) {
            // This cannot be reported.
        }
    }

    /** False if System.exit was called, whose code is then kept. */
    private static boolean isTold() {
        try {
            return !exitCalled();
        } catch (RuntimeException | Error e) {
            return true;
        }
    }

    private static boolean exitCalled() {
        for (StackTraceElement[] frames : Thread.getAllStackTraces().values()) {
            for (StackTraceElement frame : frames) {
                if (frame.getMethodName().equals("exit")
                        && frame.getClassName().equals("java.lang.Runtime")) {
                    return true;
                }
            }
        }
        return false;
    }
}
