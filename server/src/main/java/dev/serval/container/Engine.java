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

/**
 * The virtual hosts of a service. Thread-safe. Its router knows no web application until all of
 * them are started.
 */
public final class Engine implements Component {
    private final EngineConfig config;
    private final List<Host> hosts;
    private final Valves valves;
    private final Realms realms;
    private final Router router;
    private final Lifecycle lifecycle;
    private volatile boolean started;

    Engine(EngineConfig config, Layout layout) throws LifecycleException {
        this.config = config;
        this.valves = new Valves(config.valves(), layout.place("Engine"));
        this.realms = Realms.of(config.realm(), Realms.NONE, layout.place("Engine"));
        List<Host> all = new ArrayList<>();
        for (HostConfig host : config.hosts()) {
            all.add(new Host(host, config, layout, realms, valves));
        }
        this.hosts = List.copyOf(all);
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
        children.add(realms);
        children.add(valves);
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

    private HostTable table() {
        HostTable.Builder table = HostTable.builder().preRouting(valves.preRouting());
        for (Host host : hosts) {
            ContextTable contexts = started ? host.table() : ContextTable.of(List.of());
            HostValves around = started ? host.valves() : HostValves.NONE;
            table.host(host.name(), host.aliases(), contexts, around);
        }
        return table.defaultHost(config.defaultHost()).build();
    }
}
