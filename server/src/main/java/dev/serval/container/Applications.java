package dev.serval.container;

import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.monitor.RunningServer.RunningApplication;
import dev.serval.routing.ContextTable;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.application.Neighbours;
import dev.serval.servlet.settings.ContextRule;
import java.time.Duration;
import java.time.Instant;
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
 * replaces and switched in; the old one gets no new requests, answers the current ones, then stops.
 */
final class Applications implements Neighbours {
    private static final Logger LOG = LoggerFactory.getLogger(Applications.class);

    private final String host;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition free = lock.newCondition();
    private final Set<String> busy = new HashSet<>(); // names being changed; guarded by lock
    private final Set<Thread> draining = ConcurrentHashMap.newKeySet();
    // Contexts that are not in the table yet, or no longer.
    private final Set<Context> aside = ConcurrentHashMap.newKeySet();
    private final StoppedApplications put = new StoppedApplications();
    private final EndedApplications over = new EndedApplications();
    private boolean stopped; // guarded by lock
    private volatile List<Context> contexts = List.of();
    private volatile Runnable changed = () -> {};
    private volatile Runnable ended = () -> {};

    Applications(String host) {
        this.host = host;
    }

    /** Called after each change, which is then routed. */
    void onChange(Runnable listener) {
        changed = listener;
    }

    /** Called after an application has ended while the others go on. */
    void onEnd(Runnable listener) {
        ended = listener;
    }

    /** Ordered by path and version. */
    List<Context> contexts() {
        return contexts;
    }

    /**
     * The statuses of deployed applications, of those that are starting beside others, of those
     * that are ending, and of those that were stopped; ordered by path and version.
     *
     * @param prefix of the host for display; empty for the default one
     */
    List<ApplicationStatus> statuses(String prefix) {
        List<ApplicationStatus> statuses = new ArrayList<>();
        running(prefix).forEach(each -> statuses.add(each.status()));
        for (StoppedApplication each : put.all()) {
            if (statuses.stream().noneMatch(s -> each.source().names(s.path(), s.version()))) {
                statuses.add(each.status(host, prefix));
            }
        }
        statuses.sort(
                Comparator.comparing(ApplicationStatus::path)
                        .thenComparing(ApplicationStatus::version));
        return List.copyOf(statuses);
    }

    /** The same with what monitoring sees of them. */
    List<RunningApplication> running(String prefix) {
        Set<Context> all = new LinkedHashSet<>(contexts);
        all.addAll(aside);
        return all.stream()
                .sorted(Comparator.comparing(Context::path).thenComparing(Context::version))
                .map(context -> context.running(host, prefix))
                .toList();
    }

    /** The applications that were stopped and can be started. */
    StoppedApplications stopped() {
        return put;
    }

    /** The applications that have ended. */
    EndedApplications ended() {
        return over;
    }

    /** A version that cannot be served does not take the path from one that is served. */
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
     * Starts an application and switches it in; several at a time, but only one of a name. An
     * application that cannot be served does not replace one that is served, unless both have the
     * same files.
     *
     * @return to be run once: logs the result, and releases the former application
     * @throws LifecycleException if one that was given in Java cannot start, or if the host stops;
     *     nothing has changed then
     */
    Runnable deploy(Context next) throws LifecycleException {
        String name = next.displayPath();
        begin(name);
        aside.add(next);
        try {
            Context before = find(next.path(), next.version());
            boolean follows = before != null && before.refusal() == null;
            if (follows) {
                next.sessions().replaces();
            }
            start(next, before);
            if (follows && next.refusal() == null) {
                before.sessions()
                        .handOver(
                                before.application().sessions(),
                                next.sessions(),
                                next.application().sessions());
            }
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
                if (follows) {
                    before.sessions().keep();
                }
                next.application().sessions().discard();
                next.stop(Duration.ZERO);
                throw new LifecycleException("[" + name + "]: the host stops");
            }
            put.forget(next.path(), next.version());
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
     * @param before null if there is none; it records a failure of its successor
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

    /** Removes an application, also one that was stopped; false if there is none. */
    boolean undeploy(String path, String version) {
        boolean known = forget(path, version);
        return takeOut(path, version, true) != null || known;
    }

    /**
     * Removes an application that was stopped: the next one of its name does not get its sessions.
     *
     * @return false if there is none
     */
    boolean forget(String path, String version) {
        StoppedApplication known = put.find(path, version);
        if (known == null) {
            return false;
        }
        begin(known.displayPath());
        try {
            boolean removed = put.forget(path, version);
            if (removed && find(path, version) == null) {
                known.source().place().removeWork();
            }
            return removed;
        } finally {
            end(known.displayPath());
        }
    }

    /**
     * Takes an application out of service.
     *
     * @param removed whether it is undeployed; otherwise it is kept among those that were stopped
     * @return the one that ends now; null if none was deployed
     */
    Context takeOut(String path, String version, boolean removed) {
        Context known = find(path, version);
        if (known == null) {
            return null;
        }
        begin(known.displayPath());
        try {
            Context gone = find(path, version);
            if (gone == null || !change(gone, null)) {
                return null;
            }
            if (removed) {
                gone.sessions().remove(gone.application().sessions());
            } else {
                put.add(
                        new StoppedApplication(
                                gone.source(), Instant.now(), gone.life().failure()));
            }
            retire(gone, removed);
            return gone;
        } finally {
            end(known.displayPath());
        }
    }

    /** Whether this version is not needed any more: a newer one is served, and has all clients. */
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

    /** Replaces one by the other, either of which may be null; false if the host stops. */
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

    /** Null if there is none. */
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
            // The attributes of a privileged application's ServletContext are not for others.
            if (within && context.refusal() == null && !isPrivileged(context)) {
                // By path and version: later entries are longer, or newer.
                longest = context;
            }
        }
        return longest == null ? null : longest.application().application();
    }

    @Override
    public List<Application> all() {
        return contexts.stream().map(Context::application).map(AppContext::application).toList();
    }

    private static boolean isPrivileged(Context context) {
        return context.application().application().settings().has(ContextRule.PRIVILEGED);
    }

    /** Stops all, including those that still wait for their last requests. */
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
                // A failure of one must not keep the others from being stopped.
                all.get(i).life().failed("SRV-0503", Diagnostics.root(e));
                LOG.error("SRV-0503 {} could not be stopped", all.get(i).displayPath(), e);
            }
        }
        draining.forEach(thread -> await(thread, end));
        over.close();
    }

    /** Ends an application with its last request: at once, or on a thread that waits for it. */
    private void retire(Context old, boolean removed) {
        aside.add(old);
        old.life().become(ApplicationState.STOPPING);
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
            // The JVM cannot create another thread: wait in place.
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
            old.sessions().leave(old.application().sessions());
            old.stop(Duration.ofMillis(old.unloadDelay()));
        } catch (RuntimeException | Error e) {
            LOG.error("SRV-0504 {} could not be stopped", old.displayPath(), e);
        } finally {
            aside.remove(old);
        }
        over.add(old);
        ended.run();
    }

    /** No other application uses its name now. */
    private void gone(Context old) {
        old.removeWorkDir();
        LOG.info("Undeployed web application [{}]", old.displayPath());
    }

    /** The same, but meanwhile there may be a new one of that name, which owns the directory. */
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
