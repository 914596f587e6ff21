package dev.serval.startup;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs when the process is told to end: requests in flight finish, then it ends with code 0. Runs
 * once, as the JVM's shutdown hook.
 *
 * <pre>
 * SIGTERM, SIGINT, SIGHUP -&gt; hook: stop the server -&gt; delete the PID file -&gt; halt(0)
 * System.exit(n)          -&gt; hook: stop the server -&gt; delete the PID file -&gt; n stays
 * </pre>
 */
final class ShutdownHook implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownHook.class);

    private final PidFile pidFile;
    private final Duration limit;
    private final CountDownLatch running = new CountDownLatch(1);
    private volatile Consumer<Duration> stop;

    /**
     * @param pidFile null if there is none
     * @param limit how long requests in flight may take to finish, unless the order to stop says
     *     otherwise
     */
    ShutdownHook(PidFile pidFile, Duration limit) {
        this.pidFile = pidFile;
        this.limit = limit;
    }

    /** Sets how to stop the server; a start in progress is awaited. */
    void running(Consumer<Duration> stopping) {
        stop = stopping;
        running.countDown();
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
        Duration within = within();
        say("Stopping: requests in flight have {} ms.", within.toMillis());
        if (!running.await(within.toMillis(), TimeUnit.MILLISECONDS)) {
            say("Applications that still start after {} ms are left alone.", within.toMillis());
            return;
        }
        stop.accept(within);
        say("Stopped after {} ms.", (System.nanoTime() - begun) / 1_000_000);
    }

    /** The limit in the order to stop, otherwise the configured one. */
    private Duration within() {
        try {
            Duration ordered = pidFile == null ? null : pidFile.stopOrder();
            return ordered == null ? limit : ordered;
        } catch (RuntimeException | Error e) {
            unclean(e);
            return limit;
        }
    }

    // There may be no memory for the log; the process ends all the same.

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
            // Nobody can be told.
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
