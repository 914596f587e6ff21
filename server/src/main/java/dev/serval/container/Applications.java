package dev.serval.container;

import dev.serval.lifecycle.LifecycleException;
import dev.serval.routing.ContextTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The applications of one host while it runs. Thread-safe. A new one is started beside the one it
 * replaces and switched in; the old one gets no new requests, answers those it has, then stops.
 */
final class Applications {
    private static final Logger LOG = LoggerFactory.getLogger(Applications.class);

    private final String host;
    private final ReentrantLock changing = new ReentrantLock();
    private final Set<Thread> draining = ConcurrentHashMap.newKeySet();
    private volatile List<Context> contexts = List.of();
    private volatile Runnable changed = () -> {};

    Applications(String host) {
        this.host = host;
    }

    /** Called after each change, to have it routed. */
    void onChange(Runnable listener) {
        changed = listener;
    }

    /** Ordered by path and version. */
    List<Context> all() {
        return contexts;
    }

    /** A version that cannot be served does not take the path from one that is. */
    ContextTable table() {
        List<Context> all = contexts;
        Set<String> served = new HashSet<>();
        all.stream().filter(c -> c.refusal() == null).forEach(c -> served.add(c.path()));
        return ContextTable.of(
                all.stream()
                        .filter(c -> c.refusal() == null || !served.contains(c.path()))
                        .map(Context::application)
                        .toList());
    }

    /**
     * Starts an application and switches it in. One that cannot be served does not take the place
     * of one that is, unless both have the same files.
     *
     * @throws LifecycleException for one that was given in Java and cannot start; nothing has
     *     changed then
     */
    void deploy(Context next) throws LifecycleException {
        changing.lock();
        try {
            Context before = find(next.path(), next.version());
            next.start();
            if (next.refusal() != null
                    && before != null
                    && before.refusal() == null
                    && !before.hasFilesOf(next)) {
                next.stop(Duration.ZERO);
                LOG.warn(
                        "SRV-0531 Web application [{}] goes on as it was before",
                        before.displayPath());
                return;
            }
            List<Context> all = new ArrayList<>(contexts);
            all.remove(before);
            all.add(next);
            switchTo(all);
            if (before != null) {
                retire(before, false);
            }
        } finally {
            changing.unlock();
        }
    }

    /** Takes an application away; false when there is none. */
    boolean undeploy(String path, String version) {
        changing.lock();
        try {
            Context gone = find(path, version);
            if (gone == null) {
                return false;
            }
            List<Context> all = new ArrayList<>(contexts);
            all.remove(gone);
            switchTo(all);
            retire(gone, true);
            return true;
        } finally {
            changing.unlock();
        }
    }

    /** Null when there is none. */
    Context find(String path, String version) {
        return contexts.stream()
                .filter(c -> c.path().equals(path) && c.version().equals(version))
                .findFirst()
                .orElse(null);
    }

    /** Stops all, those included that are still waiting for their last requests. */
    void stop(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        changing.lock();
        try {
            List<Context> all = new ArrayList<>(contexts);
            for (int i = all.size() - 1; i >= 0; i--) {
                try {
                    all.get(i).stop(within);
                } catch (RuntimeException | Error e) {
                    // One that fails must not keep the others from being stopped.
                    LOG.error("SRV-0503 {} could not be stopped", all.get(i).displayPath(), e);
                }
            }
        } finally {
            changing.unlock();
        }
        draining.forEach(thread -> await(thread, end));
    }

    private void switchTo(List<Context> all) {
        all.sort(Comparator.comparing(Context::path).thenComparing(Context::version));
        contexts = List.copyOf(all);
        changed.run();
    }

    /** Its last request ends it: at once when there is none, else a thread waits for it. */
    private void retire(Context old, boolean removed) {
        old.application().close();
        if (old.application().callsInFlight() == 0) {
            end(old, removed);
            return;
        }
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                end(old, removed);
                            } finally {
                                draining.remove(Thread.currentThread());
                            }
                        },
                        "serval-drain-" + host + old.displayPath());
        thread.setDaemon(true);
        draining.add(thread);
        thread.start();
    }

    private static void end(Context old, boolean removed) {
        try {
            if (!old.application().drain(Duration.ofMillis(old.unloadDelay()))) {
                LOG.warn(
                        "SRV-0520 Web application [{}] is stopped with {} requests in flight after"
                                + " {} ms (unloadDelay of its Context)",
                        old.displayPath(),
                        old.application().callsInFlight(),
                        old.unloadDelay());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server stops
        }
        try {
            old.stop(Duration.ZERO);
        } catch (RuntimeException | Error e) {
            LOG.error("SRV-0504 {} could not be stopped", old.displayPath(), e);
        }
        if (removed) {
            LOG.info("Undeployed web application [{}]", old.displayPath());
        }
    }

    private static void await(Thread thread, long end) {
        try {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left > 0) {
                thread.join(left);
            }
            thread.interrupt();
            thread.join(TimeUnit.SECONDS.toMillis(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
