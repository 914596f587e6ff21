package dev.serval.container;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs what an application does at its start and at its end; for {@link Context}. Stateless. Each
 * time on a thread of its own: what the application leaves in thread-locals ends with that, and
 * what the caller has there stays unseen.
 */
final class ApplicationThread {
    private ApplicationThread() {}

    /**
     * Returns when the task has ended, or throws what it has thrown. The caller's interrupts reach
     * the task.
     */
    static <T> T run(String name, Callable<T> task) throws Exception {
        FutureTask<T> result = new FutureTask<>(task);
        Thread thread = new Thread(null, result, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return result.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    thread.interrupt();
                }
            }
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
