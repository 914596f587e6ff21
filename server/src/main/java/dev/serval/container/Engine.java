package dev.serval.container;

import dev.serval.config.EngineConfig;
import dev.serval.config.HostConfig;
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

/**
 * The virtual hosts of a service. Thread-safe. Its router knows no web application until all of
 * them are started.
 */
public final class Engine implements Component {
    private final EngineConfig config;
    private final Layout layout;
    private final List<Host> hosts;
    private final Setups setups;
    private final Router router;
    private final Lifecycle lifecycle;
    private volatile boolean started;

    Engine(EngineConfig config, Layout layout) throws LifecycleException {
        this.config = config;
        this.layout = layout;
        this.setups = new Setups(config, layout);
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

    /** The one that answers for unknown names. */
    public Host defaultHost() {
        return hosts.stream()
                .filter(host -> host.name().equalsIgnoreCase(config.defaultHost()))
                .findFirst()
                .orElseThrow();
    }

    /** Called after an application has come to its end while the others go on. */
    void onEnd(Runnable listener) {
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

    /** Routes what is deployed now; nothing before all is ready. */
    private synchronized void publish() {
        if (started) {
            router.hosts(table());
        }
    }

    @Override
    public void stop(Duration within) {
        lifecycle.stop(within);
    }

    /**
     * Makes and starts what a configuration of the same hosts has around requests, beside what is
     * there now; to be given to {@link #change}, or stopped.
     *
     * @param userDatabases path names by the names of databases
     * @throws LifecycleException when something cannot be made or started, or the hosts are others
     */
    EngineSetup prepare(EngineConfig next, Map<String, String> userDatabases)
            throws LifecycleException {
        List<String> running = hosts.stream().map(Host::name).sorted().toList();
        List<String> asked = next.hosts().stream().map(HostConfig::name).sorted().toList();
        if (!running.equals(asked)) {
            throw new LifecycleException(
                    next.at() + ": the hosts are " + running + " until a restart, not " + asked);
        }
        return setups.prepare(next, layout.with(userDatabases));
    }

    /** From here on requests have that around them; those under way keep what they have. */
    void change(EngineSetup next) {
        EngineSetup before;
        synchronized (this) {
            before = setups.current();
            setups.current(next);
            router.hosts(table());
        }
        setups.retire(before);
    }

    /** One that was prepared, and is not to be used. */
    void discard(EngineSetup prepared) {
        setups.retire(prepared);
    }

    private HostTable table() {
        EngineSetup setup = setups.current();
        HostTable.Builder table =
                HostTable.builder(setup.inFlight()).preRouting(setup.preRouting());
        for (Host host : hosts) {
            ContextTable contexts = started ? host.table() : ContextTable.of(List.of());
            HostValves around = started ? setup.of(host) : HostValves.NONE;
            table.host(host.name(), host.aliases(), contexts, around);
        }
        return table.defaultHost(config.defaultHost()).build();
    }
}
