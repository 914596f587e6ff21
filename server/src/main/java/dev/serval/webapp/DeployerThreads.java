package dev.serval.webapp;

import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads on which a {@link Deployer} deploys and undeploys. Thread-safe. Both the threads and
 * the waiting tasks are bounded: one task for each application at a time. Idle ones end at once.
 */
final class DeployerThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeployerThreads.class);
    private static final long STOP_SECONDS = 20;

    private final ThreadPoolExecutor pool;
    private final Executor executor;
    private final Set<String> busy = ConcurrentHashMap.newKeySet();

    /**
     * @param host its name, for the threads
     * @param most at least 1
     */
    DeployerThreads(String host, int most) {
        AtomicInteger number = new AtomicInteger();
        pool =
                new ThreadPoolExecutor(
                        most,
                        most,
                        100,
                        TimeUnit.MILLISECONDS,
                        new LinkedBlockingQueue<>(),
                        task -> {
                            String name = "serval-deploy-" + host + "-" + number.incrementAndGet();
                            Thread thread = new Thread(task, name);
                            thread.setDaemon(true);
                            return thread;
                        });
        pool.allowCoreThreadTimeOut(true);
        executor = pool;
    }

    /** No threads: everything has happened when {@link #run} returns. */
    private DeployerThreads() {
        pool = null;
        executor = Runnable::run;
    }

    static DeployerThreads none() {
        return new DeployerThreads();
    }

    /**
     * Runs a task for an application, which is busy until it has ended. An exception of the task is
     * logged.
     *
     * @param base the application, which is not busy
     * @param task what it returns is for the caller; may be null
     */
    Future<Runnable> run(String base, Callable<Runnable> task) {
        busy.add(base);
        FutureTask<Runnable> result =
                new FutureTask<>(
                        () -> {
                            try {
                                return task.call();
                            } catch (Throwable e) {
                                LOG.error("SRV-0536 {} could not be brought up to date", base, e);
                                return null;
                            } finally {
                                free(base);
                            }
                        });
        try {
            executor.execute(result);
        } catch (RejectedExecutionException e) {
            // The host stops.
            free(base);
            result.cancel(false);
        } catch (OutOfMemoryError e) {
            // The JVM cannot create another thread: the checking thread runs the task.
            result.run();
        }
        return result;
    }

    private void free(String base) {
        synchronized (busy) {
            busy.remove(base);
            busy.notifyAll();
        }
    }

    /** Waits until an application is not busy; false if it is still busy then. */
    boolean awaitFree(String base, long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        synchronized (busy) {
            while (busy.contains(base)) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(busy, left);
            }
        }
        return true;
    }

    boolean isBusy(String base) {
        return busy.contains(base);
    }

    boolean areBusy() {
        return !busy.isEmpty();
    }

    /** Waits for all tasks, and runs their results in this order. */
    void tellInOrder(List<Future<Runnable>> outcomes) {
        boolean interrupted = false;
        for (Future<Runnable> outcome : outcomes) {
            boolean done = false;
            while (!done) {
                try {
                    Runnable told = outcome.get();
                    if (told != null) {
                        told.run();
                    }
                    done = true;
                } catch (InterruptedException e) {
                    interrupted = true; // a start is not left half done
                } catch (CancellationException e) {
                    done = true; // the host stops
                } catch (ExecutionException e) {
                    LOG.error("SRV-0536 A deployment failed; please report this", e.getCause());
                    done = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Running tasks may end; waiting ones are dropped. Returns when all have ended, or after 20 s.
     */
    @Override
    public void close() {
        if (pool == null) {
            return;
        }
        for (Runnable waiting : pool.getQueue().toArray(Runnable[]::new)) {
            if (pool.remove(waiting) && waiting instanceof Future<?> dropped) {
                dropped.cancel(false);
            }
        }
        pool.shutdown();
        try {
            if (!pool.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                pool.shutdownNow();
            }
        } catch (InterruptedException e) {
            pool.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
