package dev.serval.connector;

import dev.serval.net.LoadLimits;
import dev.serval.net.Workers;
import java.util.concurrent.TimeUnit;

/**
 * The threads that run applications for several connectors, those that name the same Executor:
 * {@code maxThreads} and the queue before them count the calls of all. They end with the last of
 * these connectors. Thread-safe.
 *
 * <p>If connections have virtual threads of their own (BIO) and the workers are platform threads,
 * the connectors of each kind share among themselves, since their calls cannot change threads.
 */
public final class SharedWorkers {
    private final String prefix;
    private final boolean virtualThreads;
    private volatile LoadLimits load;
    private Workers platform;
    private Workers virtual;
    private int started;

    /**
     * @param name of the threads, followed by {@code -exec-} and a number; only if the limits have
     *     no namePrefix
     * @param load how many threads there are, and how many calls may wait for them, in all
     *     connectors together
     */
    public SharedWorkers(String name, LoadLimits load) {
        String given = load.threads().namePrefix();
        prefix = given == null ? name + "-exec-" : given;
        this.load = load;
        virtualThreads = load.threads().useVirtualThreads();
    }

    /** The workers of a connector. They create threads only for tasks. */
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
     * Sets other limits from now on; only {@code maxThreads}, {@code maxQueueSize}, {@code
     * maxQueueTime} and {@code threadsMaxIdleTime} count. Waiting calls begin if there is room now;
     * running calls end normally, even if there are too many now.
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

    /** The connector did not start: its port could not be opened. Others may still start. */
    synchronized void notStarted() {
        started--;
    }

    /** A started connector gets no more calls; the last one ends the threads. */
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
            // Both share the time.
            second.stop(Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        }
    }
}
