package dev.serval.container;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs what an application does at its start and at its end; for {@link Context}. Stateless. Each
 * time on a thread of its own: what the application leaves in thread-locals ends with that, and
 * what the caller has there stays unseen.
 */
final class ApplicationThread {
    private ApplicationThread() {}

    /** Returns when the task has ended, or throws what it has thrown. */
    static <T> T run(String name, Callable<T> task) throws Exception {
        try {
            return run(name, task, Long.MAX_VALUE);
        } catch (TimeoutException e) {
            throw new IllegalStateException(e); // that is 292 years
        }
    }

    /**
     * The same, but throws TimeoutException when the task has not ended in time; then it is
     * interrupted and left alone. The caller's interrupts reach the task.
     *
     * @param nanos how long it may take
     */
    static <T> T run(String name, Callable<T> task, long nanos) throws Exception {
        FutureTask<T> result = new FutureTask<>(task);
        Thread thread = new Thread(null, result, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.start();
        long begin = System.nanoTime();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    long left = nanos - (System.nanoTime() - begin);
                    return result.get(Math.max(0, left), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                    thread.interrupt();
                }
            }
        } catch (TimeoutException e) {
            thread.interrupt();
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
