package dev.serval.container;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/**
 * Runs the code of an application at its start and end; for {@link Context}. Stateless. Each run
 * has a thread of its own: the thread-locals of the application end with it, and those of the
 * caller are not visible.
 */
final class ApplicationThread {
    private ApplicationThread() {}

    /**
     * Returns when the task has ended, or throws its exception.
     *
     * @param slow how long until the first report about it, in nanoseconds; each following report
     *     comes after twice the time
     * @param word gets the nanoseconds that have passed, and the thread
     */
    static <T> T run(String name, Callable<T> task, long slow, BiConsumer<Long, Thread> word)
            throws Exception {
        Running<T> running = new Running<>(name, task);
        long next = slow;
        while (true) {
            try {
                return running.await(next);
            } catch (TimeoutException e) {
                word.accept(next, running.thread);
                next = 2 * next;
            }
        }
    }

    /**
     * The same, but throws TimeoutException if the task has not ended in time; then the task is
     * interrupted and abandoned.
     *
     * @param nanos the time limit
     * @param word gets the thread before it is interrupted
     */
    static <T> T within(String name, Callable<T> task, long nanos, BiConsumer<Long, Thread> word)
            throws Exception {
        Running<T> running = new Running<>(name, task);
        try {
            return running.await(nanos);
        } catch (TimeoutException e) {
            word.accept(nanos, running.thread);
            running.thread.interrupt();
            throw e;
        }
    }

    /** Passes the caller's interrupts to the task. */
    private static final class Running<T> {
        private final FutureTask<T> result;
        private final long begin = System.nanoTime();
        private final Thread thread;

        Running(String name, Callable<T> task) {
            result = new FutureTask<>(task);
            thread = new Thread(null, result, name, 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
            try {
                thread.start();
            } catch (OutOfMemoryError e) {
                // The JVM cannot create another thread: run it in place.
                result.run();
            }
        }

        /**
         * @param nanos since the start
         */
        T await(long nanos) throws Exception {
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        long left = nanos - (System.nanoTime() - begin);
                        // Waits for the thread, not for the result: no trace of the thread is left
                        // behind.
                        TimeUnit.NANOSECONDS.timedJoin(thread, left);
                        if (thread.isAlive()) {
                            throw new TimeoutException();
                        }
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
}
