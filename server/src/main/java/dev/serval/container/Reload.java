package dev.serval.container;

import dev.serval.config.ConnectorEntry;
import dev.serval.config.EngineConfig;
import dev.serval.config.HostConfig;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServiceConfig;
import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.SharedWorkers;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.net.UnixSocket;
import dev.serval.tls.TlsContexts;
import dev.serval.tls.TlsException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * One change of a running server to another configuration: all parts that can fail are made and
 * started first, then they take their places. Used once, by one thread.
 */
final class Reload {
    private final List<Service> services;
    private final ServerConfig next;
    // By the order of the services.
    private final List<EngineSetup> setups = new ArrayList<>();
    private final List<List<Host>> hosts = new ArrayList<>();
    private final List<Host> begun = new ArrayList<>();
    private final List<Runnable> certificates = new ArrayList<>();

    Reload(List<Service> services, ServerConfig next) {
        this.services = services;
        this.next = next;
    }

    /**
     * Makes and starts what is new, beside what runs.
     *
     * @throws LifecycleException with a message for the operator; nothing has changed then
     */
    void prepare() throws LifecycleException {
        List<String> names = next.services().stream().map(ServiceConfig::name).toList();
        if (!names.equals(services.stream().map(Service::name).toList())) {
            throw new LifecycleException("the services are others until a restart: " + names);
        }
        try {
            for (int i = 0; i < services.size(); i++) {
                Engine engine = services.get(i).engine();
                EngineConfig config = engine(i);
                setups.add(engine.prepare(config, next.userDatabases()));
                hosts.add(hosts(engine, config));
                certificates(services.get(i), next.services().get(i));
            }
        } catch (LifecycleException | RuntimeException | Error e) {
            discard();
            throw new LifecycleException(
                    Diagnostics.root(e) + "; realms and valves are as they were before", e);
        }
    }

    /** The engine keeps its name, which is that of directories, and its route. */
    private EngineConfig engine(int number) {
        EngineConfig config = next.services().get(number).engine();
        return new EngineConfig(
                config.at(),
                services.get(number).engine().name(),
                services.get(number).config().engine().jvmRoute(),
                config.defaultHost(),
                config.hosts(),
                config.valves(),
                config.realm(),
                config.singleSignOn());
    }

    private List<Host> hosts(Engine engine, EngineConfig config) throws LifecycleException {
        if (next.outline() == null) {
            requireSame(engine, config);
        }
        List<Host> all = engine.hosts(config, next.userDatabases());
        for (int i = 0; i < all.size(); i++) {
            Host host = all.get(i);
            if (!engine.hosts().contains(host)) {
                host.start();
                begun.add(host);
                host.note(config.hosts().get(i).contexts(), next.outline());
            }
        }
        return all;
    }

    /** A configuration in Java has no elements that show how a host has changed. */
    private static void requireSame(Engine engine, EngineConfig next) throws LifecycleException {
        List<String> running = engine.hosts().stream().map(Host::name).sorted().toList();
        List<String> asked = next.hosts().stream().map(HostConfig::name).sorted().toList();
        if (!running.equals(asked)) {
            throw new LifecycleException(
                    next.at() + ": the hosts are " + running + " until a restart, not " + asked);
        }
    }

    private void certificates(Service service, ServiceConfig config) throws LifecycleException {
        if (next.outline() == null) {
            return;
        }
        for (int i = 0; i < service.connectors().size(); i++) {
            Connector connector = service.connectors().get(i);
            ConnectorEntry entry = entry(connector, i, config);
            if (entry == null
                    || entry.tls() == null
                    || !(connector.config().tls() instanceof TlsContexts contexts)) {
                continue;
            }
            try {
                certificates.add(contexts.prepare(entry.tls()));
            } catch (TlsException e) {
                throw new LifecycleException(entry.at() + ": " + e.getMessage(), e);
            }
        }
    }

    /** Stops what was started and will not be used. */
    void discard() {
        begun.forEach(host -> host.stop(Duration.ZERO));
        for (int i = 0; i < setups.size(); i++) {
            services.get(i).engine().discard(setups.get(i));
        }
    }

    /**
     * New requests get all of it: first every service routes by it, then the declared applications
     * follow, which takes long. A part that fails does not keep the others from taking their
     * places.
     *
     * @throws IllegalStateException at the end, if something has failed
     */
    void apply() {
        List<Runnable> steps = new ArrayList<>();
        for (int i = 0; i < services.size(); i++) {
            int number = i;
            steps.add(() -> route(number));
        }
        steps.addAll(certificates);
        if (next.outline() != null) {
            for (int i = 0; i < services.size(); i++) {
                int number = i;
                steps.add(() -> limits(services.get(number), next.services().get(number)));
                steps.add(() -> applications(number));
            }
        }
        IllegalStateException failure = null;
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure =
                            new IllegalStateException(
                                    "part of it counts, and part of it does not: " + e, e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void route(int number) {
        Engine engine = services.get(number).engine();
        List<Host> all = hosts.get(number);
        List<Host> gone = new ArrayList<>(engine.hosts());
        gone.removeAll(all);
        try {
            engine.change(engine(number), setups.get(number), all, next.outline() != null);
        } catch (IllegalStateException e) {
            // The stop of the engine does not include the new hosts.
            all.stream().filter(begun::contains).forEach(host -> host.stop(Duration.ZERO));
            throw e;
        }
        gone.forEach(Host::retire);
    }

    private void applications(int number) {
        List<Host> all = hosts.get(number);
        EngineConfig config = engine(number);
        for (int i = 0; i < all.size(); i++) {
            if (!begun.contains(all.get(i))) {
                all.get(i).change(config.hosts().get(i).contexts(), next.outline());
            }
        }
    }

    private static void limits(Service service, ServiceConfig config) {
        Set<String> shared = new HashSet<>();
        for (int i = 0; i < service.connectors().size(); i++) {
            Connector connector = service.connectors().get(i);
            ConnectorEntry entry = entry(connector, i, config);
            if (entry == null) {
                continue;
            }
            boolean own = connector.config().executor() == null;
            if (own && entry.executor() == null) {
                connector.limits(entry.config().load());
            } else if (!own && entry.executor() != null && shared.add(entry.executor())) {
                SharedWorkers workers = service.executors().get(entry.executor());
                if (workers != null) {
                    workers.limits(entry.config().load());
                }
            }
        }
    }

    /**
     * The entry of a running connector in the configuration; null if there is none.
     *
     * @param place its former position: several connectors may have any free port
     */
    private static ConnectorEntry entry(Connector connector, int place, ServiceConfig config) {
        List<ConnectorEntry> all = config.connectors();
        if (place < all.size() && isSame(connector.config(), all.get(place).config())) {
            return all.get(place);
        }
        for (ConnectorEntry entry : all) {
            if (isSame(connector.config(), entry.config())) {
                return entry;
            }
        }
        return null;
    }

    private static boolean isSame(ConnectorConfig one, ConnectorConfig other) {
        return one.port() == other.port()
                && Objects.equals(one.address(), other.address())
                && Objects.equals(path(one), path(other));
    }

    private static Object path(ConnectorConfig config) {
        UnixSocket unix = config.sockets().unixDomainSocket();
        return unix == null ? null : unix.path();
    }
}
