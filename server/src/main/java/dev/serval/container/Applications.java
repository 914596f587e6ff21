package dev.serval.container;

import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.State;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.routing.ContextTable;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.application.Neighbours;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The applications of one host while it runs. Thread-safe. A new one is started beside the one it
 * replaces and switched in; the old one gets no new requests, answers those it has, then stops.
 */
final class Applications implements Neighbours {
    private static final Logger LOG = LoggerFactory.getLogger(Applications.class);

    private final String host;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition free = lock.newCondition();
    private final Set<String> busy = new HashSet<>(); // names being changed; by lock
    private final Set<Thread> draining = ConcurrentHashMap.newKeySet();
    // Not in the table yet, or not any more.
    private final Set<Context> aside = ConcurrentHashMap.newKeySet();
    private boolean stopped; // by lock
    private volatile List<Context> contexts = List.of();
    private volatile Runnable changed = () -> {};
    private volatile Runnable ended = () -> {};

    Applications(String host) {
        this.host = host;
    }

    /** Called after each change, to have it routed. */
    void onChange(Runnable listener) {
        changed = listener;
    }

    /** Called after an application has come to its end while the others go on. */
    void onEnd(Runnable listener) {
        ended = listener;
    }

    /** Ordered by path and version. */
    List<Context> contexts() {
        return contexts;
    }

    /**
     * How those that are deployed fare, those that are just started beside others, and those that
     * end; ordered by path and version.
     *
     * @param prefix what people call the host; empty for the default one
     */
    List<ApplicationStatus> statuses(String prefix) {
        Set<Context> all = new LinkedHashSet<>(contexts);
        all.addAll(aside);
        return all.stream()
                .sorted(Comparator.comparing(Context::path).thenComparing(Context::version))
                .map(context -> context.status(host, prefix))
                .toList();
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
     * Starts an application and switches it in; several at a time, but one of a name after the
     * other. One that cannot be served does not take the place of one that is, unless both have the
     * same files.
     *
     * @return to be run once: writes into the log what came of it, and lets the one before go
     * @throws LifecycleException for one that was given in Java and cannot start, and when the host
     *     stops; nothing has changed then
     */
    Runnable deploy(Context next) throws LifecycleException {
        String name = next.displayPath();
        begin(name);
        aside.add(next);
        try {
            Context before = find(next.path(), next.version());
            start(next, before);
            if (next.refusal() != null
                    && before != null
                    && before.refusal() == null
                    && !before.hasFilesOf(next)) {
                before.life().failed("SRV-0531", next.refusal());
                next.stop(Duration.ZERO);
                return () -> {
                    next.tell();
                    LOG.warn("SRV-0531 Web application [{}] goes on as it was before", name);
                };
            }
            if (!change(before, next)) {
                next.stop(Duration.ZERO);
                throw new LifecycleException("[" + name + "]: the host stops");
            }
            if (before == null) {
                return next::tell;
            }
            return () -> {
                next.tell();
                retire(before, false);
            };
        } finally {
            aside.remove(next);
            end(name);
        }
    }

    /**
     * @param before null if there is none; it hears of a failure of the one that was to follow
     */
    private static void start(Context next, Context before) throws LifecycleException {
        try {
            next.start();
        } catch (LifecycleException e) {
            if (before != null) {
                before.life().failed("SRV-0531", Diagnostics.root(e));
            }
            throw e;
        }
        if (before != null) {
            next.life().follow(before.life());
        }
    }

    /** Takes an application away; false when there is none. */
    boolean undeploy(String path, String version) {
        Context known = find(path, version);
        if (known == null) {
            return false;
        }
        begin(known.displayPath());
        try {
            Context gone = find(path, version);
            if (gone == null || !change(gone, null)) {
                return false;
            }
            retire(gone, true);
            return true;
        } finally {
            end(known.displayPath());
        }
    }

    /** Whether nobody needs this version: a newer one is served, and has taken all clients over. */
    boolean isSuperseded(String path, String version) {
        Context old = find(path, version);
        boolean newer =
                contexts.stream()
                        .filter(c -> c.path().equals(path) && c.refusal() == null)
                        .anyMatch(c -> c.version().compareTo(version) > 0);
        return newer
                && old != null
                && old.application().sessions().count() == 0
                && old.application().callsInFlight() == 0;
    }

    private void begin(String name) {
        lock.lock();
        try {
            while (!busy.add(name)) {
                free.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void end(String name) {
        lock.lock();
        try {
            busy.remove(name);
            free.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** One for the other, either of which may be null; false when the host stops. */
    private boolean change(Context before, Context next) {
        lock.lock();
        try {
            if (stopped) {
                return false;
            }
            List<Context> all = new ArrayList<>(contexts);
            all.remove(before);
            if (next != null) {
                all.add(next);
            }
            all.sort(Comparator.comparing(Context::path).thenComparing(Context::version));
            contexts = List.copyOf(all);
            changed.run();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Null when there is none. */
    Context find(String path, String version) {
        return contexts.stream()
                .filter(c -> c.path().equals(path) && c.version().equals(version))
                .findFirst()
                .orElse(null);
    }

    @Override
    public Application at(String path) {
        Context longest = null;
        for (Context context : contexts) {
            boolean within = (path + "/").startsWith(context.path() + "/");
            if (within && context.refusal() == null) {
                // By path and version: what comes later is longer, or newer.
                longest = context;
            }
        }
        return longest == null ? null : longest.application().application();
    }

    @Override
    public List<Application> all() {
        return contexts.stream().map(Context::application).map(AppContext::application).toList();
    }

    /** Stops all, those included that are still waiting for their last requests. */
    void stop(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        lock.lock();
        try {
            stopped = true;
        } finally {
            lock.unlock();
        }
        List<Context> all = contexts;
        for (int i = all.size() - 1; i >= 0; i--) {
            try {
                all.get(i).stop(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
            } catch (RuntimeException | Error e) {
                // One that fails must not keep the others from being stopped.
                all.get(i).life().failed("SRV-0503", Diagnostics.root(e));
                LOG.error("SRV-0503 {} could not be stopped", all.get(i).displayPath(), e);
            }
        }
        draining.forEach(thread -> await(thread, end));
    }

    /** Its last request ends it: at once when there is none, else a thread waits for it. */
    private void retire(Context old, boolean removed) {
        aside.add(old);
        old.life().become(State.STOPPING);
        old.application().close(Duration.ofMillis(old.unloadDelay()));
        if (old.application().callsInFlight() == 0) {
            finish(old);
            if (removed) {
                gone(old);
            }
            return;
        }
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                finish(old);
                                if (removed) {
                                    goneLate(old);
                                }
                            } finally {
                                draining.remove(Thread.currentThread());
                            }
                        },
                        "serval-drain-" + host + old.displayPath());
        thread.setDaemon(true);
        draining.add(thread);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            // What a JVM says that cannot make another thread: in place, then.
            draining.remove(thread);
            thread.run();
        }
    }

    private void finish(Context old) {
        try {
            if (!old.application().drain(Duration.ofMillis(old.unloadDelay()))) {
                int calls = old.application().callsInFlight();
                LOG.warn(
                        "SRV-0520 Web application [{}] is stopped with {} in flight after"
                                + " {} ms (unloadDelay of its Context)",
                        old.displayPath(),
                        calls == 1 ? "1 request" : calls + " requests",
                        old.unloadDelay());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server stops
        }
        try {
            old.stop(Duration.ofMillis(old.unloadDelay()));
        } catch (RuntimeException | Error e) {
            LOG.error("SRV-0504 {} could not be stopped", old.displayPath(), e);
        } finally {
            aside.remove(old);
        }
        ended.run();
    }

    /** Nobody else uses its name now. */
    private void gone(Context old) {
        old.removeWorkDir();
        LOG.info("Undeployed web application [{}]", old.displayPath());
    }

    /** The same, but meanwhile one of that name may have come, to which the directory belongs. */
    private void goneLate(Context old) {
        lock.lock();
        try {
            if (busy.contains(old.displayPath()) || find(old.path(), old.version()) != null) {
                LOG.info("Undeployed web application [{}]", old.displayPath());
                return;
            }
            busy.add(old.displayPath());
        } finally {
            lock.unlock();
        }
        try {
            gone(old);
        } finally {
            end(old.displayPath());
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
