package dev.serval.container;

import dev.serval.config.EngineConfig;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.lifecycle.PeriodicTasks;
import dev.serval.thread.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The current setup of an engine and its hosts, and former ones as long as an exchange uses them,
 * with a time limit. Thread-safe.
 */
final class Setups implements Component {
    private static final Logger LOG = LoggerFactory.getLogger(Setups.class);
    private static final long LOOK_MILLIS = 100;
    // The minimum time that a stop waits for setups that are being stopped already.
    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String engine;
    private final Duration longest;
    // Not stopped, the newest first; guarded by this.
    private final List<EngineSetup> running = new ArrayList<>();
    // Those still used, with the System.nanoTime of their limit; guarded by this.
    private final Map<EngineSetup, Long> retired = new LinkedHashMap<>();
    private final Runnable look = this::look;
    // Threads of stops that are under way, which may take as long as an extension likes.
    private final Set<Thread> ending = new HashSet<>(); // guarded by this
    private final ThreadFactory threads;
    private boolean stopped; // guarded by this
    private volatile EngineSetup current;

    /**
     * @param longest the time limit for exchanges that use a former setup
     */
    Setups(EngineConfig config, Layout layout, Duration longest) throws LifecycleException {
        this.engine = config.name();
        this.longest = longest;
        this.threads = Threads.platform("serval-" + engine + "-retired-");
        current = new EngineSetup(config, layout, List.of(), List.of());
    }

    EngineSetup current() {
        return current;
    }

    @Override
    public synchronized void start() throws LifecycleException {
        current.start();
        running.add(current);
    }

    /**
     * Starts a setup beside the current one, which it is to replace; if it fails, nothing has
     * changed.
     */
    synchronized EngineSetup prepare(EngineConfig config, Layout layout) throws LifecycleException {
        if (stopped) {
            throw new LifecycleException("the engine stops");
        }
        List<Part<?>> former = new ArrayList<>();
        running.forEach(each -> former.addAll(each.parts()));
        former.removeAll(current.parts());
        EngineSetup next = new EngineSetup(config, layout, current.parts(), former);
        next.start();
        running.add(0, next);
        return next;
    }

    /** A prepared setup becomes the current one. */
    void current(EngineSetup next) {
        current = next;
    }

    /** Stops one that is not the current one when no exchange uses it any more; does not wait. */
    void retire(EngineSetup old) {
        synchronized (this) {
            if (!stopped && !old.inFlight().isEmpty()) {
                if (retired.isEmpty()) {
                    PeriodicTasks.SESSIONS.add(look, LOOK_MILLIS);
                }
                retired.put(old, System.nanoTime() + longest.toNanos());
                return;
            }
            if (!running.remove(old)) {
                return;
            }
        }
        old.stop(Duration.ZERO);
    }

    /** Called by the timer. */
    private synchronized void look() {
        long now = System.nanoTime();
        for (EngineSetup old : List.copyOf(retired.keySet())) {
            long left = old.inFlight().count();
            if (left > 0 && now - retired.get(old) < 0) {
                continue;
            }
            if (left > 0) {
                LOG.warn(
                        "SRV-0548 The former realms and valves of Engine [{}] are stopped with {}"
                                + " in flight after {} ms (gracefulStopAwaitMillis of its Service,"
                                + " at least ten minutes)",
                        engine,
                        left == 1 ? "1 request" : left + " requests",
                        longest.toMillis());
            }
            if (running.contains(old)) {
                Thread thread = threads.newThread(() -> end(old));
                thread.start();
                ending.add(thread);
                running.remove(old);
            }
            retired.remove(old);
        }
        if (retired.isEmpty()) {
            PeriodicTasks.SESSIONS.remove(look);
        }
    }

    private void end(EngineSetup old) {
        try {
            old.stop(Duration.ZERO);
        } finally {
            synchronized (this) {
                ending.remove(Thread.currentThread());
            }
        }
    }

    @Override
    public void stop(Duration within) {
        List<EngineSetup> all;
        List<Thread> stops;
        synchronized (this) {
            stopped = true;
            all = List.copyOf(running);
            stops = List.copyOf(ending);
            running.clear();
            retired.clear();
        }
        PeriodicTasks.SESSIONS.remove(look);
        all.forEach(each -> each.stop(within));
        long end = System.nanoTime() + Math.max(within.toNanos(), LEAST_NANOS);
        try {
            for (Thread each : stops) {
                TimeUnit.NANOSECONDS.timedJoin(each, Math.max(1, end - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
