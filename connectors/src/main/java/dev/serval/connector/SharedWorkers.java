package dev.serval.connector;

import dev.serval.net.LoadLimits;
import dev.serval.net.Workers;
import java.util.concurrent.TimeUnit;

/**
 * The threads that run applications for several connectors, as for those that name one Executor:
 * {@code maxThreads} and the queue before them count the calls of all. They end with the last of
 * these connectors. Thread-safe.
 *
 * <p>Where connections have virtual threads of their own (BIO) and workers are of the platform, the
 * connectors of each kind share among themselves: their calls cannot change threads.
 */
public final class SharedWorkers {
    private final String prefix;
    private final boolean virtualThreads;
    private volatile LoadLimits load;
    private Workers platform;
    private Workers virtual;
    private int started;

    /**
     * @param name of the threads, if the limits have no namePrefix: {@code -exec-} and a number
     *     follow
     * @param load how many threads, and what may wait for them, also in other connectors
     */
    public SharedWorkers(String name, LoadLimits load) {
        String given = load.threads().namePrefix();
        prefix = given == null ? name + "-exec-" : given;
        this.load = load;
        virtualThreads = load.threads().useVirtualThreads();
    }

    /** Those for a connector. They have no thread as long as they have no task. */
    synchronized Workers of(ConnectorConfig connector) {
        if (connector.io() == IoModel.BIO || virtualThreads) {
            if (virtual == null) {
                virtual = make(true);
            }
            return virtual;
        }
        if (platform == null) {
            platform = make(false);
        }
        return platform;
    }

    private Workers make(boolean areVirtual) {
        return new Workers(
                prefix,
                load.threads().maxThreads(),
                load.threads().minSpareThreads(),
                Integer.MAX_VALUE,
                areVirtual,
                load);
    }

    /**
     * Other limits from here on: of these {@code maxThreads}, {@code maxQueueSize}, {@code
     * maxQueueTime} and {@code threadsMaxIdleTime} count. Calls that wait are let in where there is
     * room now; those that run end, also where there are too many now.
     */
    public synchronized void limits(LoadLimits limits) {
        load = limits;
        for (Workers workers : new Workers[] {platform, virtual}) {
            if (workers != null) {
                workers.limits(limits);
            }
        }
    }

    /** A connector will get calls from now on. */
    synchronized void started() {
        started++;
    }

    /** It does not: its port could not be opened. Others may still start. */
    synchronized void notStarted() {
        started--;
    }

    /** One of those that have started gets no more; the last one ends the threads. */
    void stopped() throws InterruptedException {
        Workers first;
        Workers second;
        synchronized (this) {
            if (--started > 0) {
                return;
            }
            first = platform;
            second = virtual;
        }
        long millis = load.executorTerminationTimeoutMillis();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        if (first != null) {
            first.stop(millis);
        }
        if (second != null) {
            // Both together have that time.
            second.stop(Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        }
    }
}
