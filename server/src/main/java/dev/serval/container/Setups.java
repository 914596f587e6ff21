package dev.serval.container;

import dev.serval.config.EngineConfig;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * What an engine and its hosts have around requests now, and what they had before, as long as an
 * exchange uses it. Thread-safe.
 */
final class Setups implements Component {
    // Not stopped, the newest first; by this.
    private final List<EngineSetup> running = new ArrayList<>();
    private final Set<Thread> draining = ConcurrentHashMap.newKeySet();
    private boolean stopped; // by this
    private volatile EngineSetup current;

    Setups(EngineConfig config, Layout layout) throws LifecycleException {
        current = new EngineSetup(config, layout, List.of());
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
     * Starts another one beside the current one, which it is to follow; when it fails nothing has
     * changed.
     */
    synchronized EngineSetup prepare(EngineConfig config, Layout layout) throws LifecycleException {
        if (stopped) {
            throw new LifecycleException("the engine stops");
        }
        List<Part<?>> before = new ArrayList<>();
        running.forEach(each -> before.addAll(each.parts()));
        EngineSetup next = new EngineSetup(config, layout, before);
        next.start();
        running.add(0, next);
        return next;
    }

    /** One that was prepared is the current one from here on. */
    void current(EngineSetup next) {
        current = next;
    }

    /** Stops one that is not the current one when no exchange uses it any more; does not wait. */
    void retire(EngineSetup old) {
        if (old.inFlight().isEmpty()) {
            end(old);
            return;
        }
        Thread thread = new Thread(() -> drain(old), "serval-drain-valves");
        thread.setDaemon(true);
        draining.add(thread);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            // What a JVM says that cannot make another thread: it ends with the engine, then.
            draining.remove(thread);
        }
    }

    private void drain(EngineSetup old) {
        try {
            old.inFlight().awaitEmpty();
            end(old);
        } catch (InterruptedException e) {
            // The engine stops, and all of them with it.
        } finally {
            draining.remove(Thread.currentThread());
        }
    }

    private synchronized void end(EngineSetup old) {
        if (running.remove(old)) {
            old.stop(Duration.ZERO);
        }
    }

    @Override
    public void stop(Duration within) {
        synchronized (this) {
            stopped = true;
            running.forEach(each -> each.stop(within));
            running.clear();
        }
        for (Thread thread : draining) {
            thread.interrupt();
            try {
                thread.join(TimeUnit.SECONDS.toMillis(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
