package dev.serval.container;

import dev.serval.config.EngineConfig;
import dev.serval.config.HostConfig;
import dev.serval.config.UserDatabaseConfig;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.routing.ContextTable;
import dev.serval.routing.HostTable;
import dev.serval.routing.HostValves;
import dev.serval.routing.Router;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The virtual hosts of a service. Thread-safe. Its router has no web application until all of them
 * are started.
 */
public final class Engine implements Component {
    // The minimum time for requests that use a former setup.
    private static final Duration REPLACED = Duration.ofMinutes(10);

    private final Layout layout;
    private final Setups setups;
    private final Router router;
    private final Lifecycle lifecycle;
    // Both change together, with this locked.
    private volatile EngineConfig config;
    private volatile List<Host> hosts;
    private volatile Runnable ended = () -> {};
    // Held by an operator's change of hosts: one change at a time.
    private final ReentrantLock changing = new ReentrantLock();
    private final Set<Host> out = ConcurrentHashMap.newKeySet();
    private volatile boolean started;
    private boolean stopping; // guarded by this

    /**
     * @param stopAwait the time limit for requests in flight when the server stops
     */
    Engine(EngineConfig config, Layout layout, Duration stopAwait) throws LifecycleException {
        this.config = config;
        this.layout = layout;
        this.setups =
                new Setups(
                        config, layout, stopAwait.compareTo(REPLACED) > 0 ? stopAwait : REPLACED);
        this.hosts = config.hosts().stream().map(host -> new Host(host, config, layout)).toList();
        this.router = new Router(table());
        this.lifecycle = new Lifecycle("Engine " + config.name());
    }

    public String name() {
        return config.name();
    }

    public List<Host> hosts() {
        return hosts;
    }

    /** The host for unknown names. */
    public Host defaultHost() {
        return hosts.stream()
                .filter(host -> host.name().equalsIgnoreCase(config.defaultHost()))
                .findFirst()
                .orElseThrow();
    }

    /** Called after an application has ended while the others go on. */
    void onEnd(Runnable listener) {
        ended = listener;
        hosts.forEach(host -> host.onEnd(listener));
    }

    Router router() {
        return router;
    }

    @Override
    public void start() throws LifecycleException {
        List<Component> children = new ArrayList<>();
        children.add(setups);
        children.addAll(hosts);
        hosts.forEach(host -> host.onChange(this::publish));
        lifecycle.start(children);
        started = true;
        publish();
    }

    /** Routes the deployed applications; does nothing before all are ready. */
    private synchronized void publish() {
        if (started) {
            router.hosts(table());
        }
    }

    @Override
    public void stop(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        List<Host> all;
        synchronized (this) {
            stopping = true;
            all = hosts;
        }
        // A change that an operator has begun gives up, and stops what it has started.
        awaitChange(end - System.nanoTime());
        // Also stops hosts that were added later; a second stop of the others does nothing.
        for (int i = all.size() - 1; i >= 0; i--) {
            all.get(i).stop(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        }
        lifecycle.stop(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
    }

    private void awaitChange(long nanos) {
        try {
            if (changing.tryLock(Math.max(0, nanos), TimeUnit.NANOSECONDS)) {
                changing.unlock(); // no change begins any more
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller of the stop does not want to wait
        }
    }

    /**
     * Makes and starts the realms and valves of another configuration, beside the current ones; to
     * be passed to {@link #change}, or stopped.
     *
     * @param userDatabases by the names of databases
     * @throws LifecycleException when something cannot be made or started
     */
    EngineSetup prepare(EngineConfig next, Map<String, UserDatabaseConfig> userDatabases)
            throws LifecycleException {
        return setups.prepare(next, layout.with(userDatabases));
    }

    /**
     * The hosts of another configuration: those that run, and new ones, which are not started.
     *
     * @param userDatabases by the names of databases
     */
    List<Host> hosts(EngineConfig next, Map<String, UserDatabaseConfig> userDatabases) {
        List<Host> all = new ArrayList<>();
        for (HostConfig host : next.hosts()) {
            Host known = named(host.name());
            all.add(known == null ? new Host(host, next, layout.with(userDatabases)) : known);
        }
        return all;
    }

    /** Null if there is none. */
    Host named(String name) {
        return hosts.stream()
                .filter(host -> host.name().equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }

    /**
     * New requests use this setup and these hosts; current ones keep theirs.
     *
     * @param all in the order of the configuration
     * @param named whether they get the aliases of the configuration
     * @throws IllegalStateException if the engine stops; nothing has changed then
     */
    void change(EngineConfig next, EngineSetup setup, List<Host> all, boolean named) {
        changing.lock(); // else an operator's change that has begun before would undo this one
        try {
            changeAlone(next, setup, all, named);
        } finally {
            changing.unlock();
        }
    }

    private void changeAlone(EngineConfig next, EngineSetup setup, List<Host> all, boolean named) {
        EngineSetup before;
        for (Host host : all) {
            host.onChange(this::publish);
            host.onEnd(ended);
        }
        synchronized (this) {
            requireGoesOn();
            before = setups.current();
            setups.current(setup);
            hosts = List.copyOf(all);
            for (int i = 0; named && i < all.size(); i++) {
                all.get(i).aliases(next.hosts().get(i).aliases());
            }
            config = next;
            router.hosts(table());
        }
        setups.retire(before);
    }

    /** Called with this locked: what starts now would not be stopped any more. */
    private void requireGoesOn() {
        if (stopping) {
            throw new IllegalStateException("the engine stops");
        }
    }

    /**
     * Adds a host and starts it; its names lead to it when that is done.
     *
     * @throws LifecycleException if it cannot start; nothing has changed then
     */
    void add(HostConfig added) throws LifecycleException {
        changing.lock();
        try {
            requireMayBegin();
            requireFree(added);
            List<HostConfig> configs = new ArrayList<>(config.hosts());
            configs.add(added);
            EngineConfig next = config.with(configs);
            EngineSetup setup = setups.prepare(next, setups.current().layout());
            Host host = new Host(added, next, layout);
            List<Host> all = new ArrayList<>(hosts);
            all.add(host);
            try {
                host.start();
                change(next, setup, all, false);
            } catch (LifecycleException | RuntimeException | Error e) {
                host.stop(Duration.ZERO); // it gets no requests yet
                discard(setup);
                throw refused(e);
            }
        } finally {
            changing.unlock();
        }
    }

    private synchronized void requireMayBegin() throws LifecycleException {
        if (stopping || !started || lifecycle.state() != Lifecycle.State.STARTED) {
            throw new LifecycleException("the engine stops");
        }
    }

    private static LifecycleException refused(Throwable cause) {
        return cause instanceof LifecycleException refusal
                ? refusal
                : new LifecycleException(
                        cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
    }

    /**
     * Checks that a table of names can be made with the host: otherwise nothing could be routed
     * anew any more.
     */
    private void requireFree(HostConfig added) throws LifecycleException {
        ContextTable nothing = ContextTable.of(List.of());
        HostTable.Builder table = HostTable.builder();
        try {
            for (Host host : hosts) {
                table.host(host.name(), host.aliases(), nothing, HostValves.NONE);
            }
            table.host(added.name(), added.aliases(), nothing, HostValves.NONE);
        } catch (IllegalArgumentException e) {
            throw new LifecycleException(e.getMessage(), e);
        }
    }

    /** Called with the lock held: another operator may have been faster. */
    private void requireThere(Host host) throws LifecycleException {
        if (!hosts.contains(host)) {
            throw new LifecycleException(host.name() + " has been changed meanwhile");
        }
    }

    /** Takes out a host that is not the default one, and stops it. */
    void remove(Host host, Duration within) throws LifecycleException {
        changing.lock();
        try {
            requireThere(host);
            List<HostConfig> configs = new ArrayList<>(config.hosts());
            configs.removeIf(each -> each.name().equals(host.name()));
            EngineConfig next = config.with(configs);
            List<Host> all = new ArrayList<>(hosts);
            all.remove(host);
            EngineSetup setup = setups.prepare(next, setups.current().layout());
            try {
                change(next, setup, all, false);
            } catch (IllegalStateException e) {
                discard(setup);
                throw refused(e);
            }
            host.stop(within);
            out.remove(host);
        } finally {
            changing.unlock();
        }
    }

    /** Stops a host that is not the default one; its names lead to the default host meanwhile. */
    void stop(Host host, Duration within) throws LifecycleException {
        changing.lock();
        try {
            requireThere(host);
            out.add(host);
            publish();
            host.stop(within);
        } finally {
            changing.unlock();
        }
    }

    /** Starts a host that was stopped. */
    void restart(Host host) throws LifecycleException {
        changing.lock();
        try {
            requireMayBegin();
            requireThere(host);
            Host next = new Host(host.config(), config, layout);
            next.follow(host);
            next.onChange(this::publish);
            next.onEnd(ended);
            try {
                next.start();
                synchronized (this) {
                    requireGoesOn();
                    List<Host> all = new ArrayList<>(hosts);
                    all.set(all.indexOf(host), next);
                    hosts = List.copyOf(all);
                }
            } catch (LifecycleException | RuntimeException | Error e) {
                next.stop(Duration.ZERO);
                throw refused(e);
            }
            out.remove(host);
            publish();
        } finally {
            changing.unlock();
        }
    }

    /** Stops a prepared setup that will not be used. */
    void discard(EngineSetup prepared) {
        setups.retire(prepared);
    }

    private HostTable table() {
        EngineSetup setup = setups.current();
        HostTable.Builder table =
                HostTable.builder(setup.inFlight()).preRouting(setup.preRouting());
        for (Host host : hosts) {
            if (out.contains(host)) {
                continue;
            }
            ContextTable contexts = started ? host.table() : ContextTable.of(List.of());
            HostValves around = started ? setup.of(host) : HostValves.NONE;
            table.host(host.name(), host.aliases(), contexts, around);
        }
        return table.defaultHost(config.defaultHost()).build();
    }
}
