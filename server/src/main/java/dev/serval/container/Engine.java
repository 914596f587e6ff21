package dev.serval.container;

import dev.serval.config.EngineConfig;
import dev.serval.config.HostConfig;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.routing.CompletionListener;
import dev.serval.routing.ContextTable;
import dev.serval.routing.HostTable;
import dev.serval.routing.Router;
import dev.serval.valve.RemoteIp;
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
    private final AccessLogs accessLogs;
    private final RemoteIp remoteIp;
    private final Router router;
    private final Lifecycle lifecycle;
    private volatile boolean started;

    Engine(EngineConfig config, Layout layout) throws LifecycleException {
        this.config = config;
        Realms realms = Realms.of(config.realm(), Realms.NONE, layout);
        List<Host> all = new ArrayList<>();
        for (HostConfig host : config.hosts()) {
            all.add(new Host(host, config.name(), layout, realms));
        }
        this.hosts = List.copyOf(all);
        this.accessLogs = new AccessLogs(config.accessLogs(), layout);
        this.remoteIp = config.remoteIp() == null ? null : new RemoteIp(config.remoteIp());
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
        children.add(accessLogs);
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
        HostTable.Builder table = HostTable.builder().first(remoteIp);
        for (Host host : hosts) {
            ContextTable contexts = started ? host.table() : ContextTable.of(List.of());
            CompletionListener log = started ? accessLogs.and(host.accessLogs()) : null;
            table.host(host.name(), host.aliases(), contexts, log, host.remoteIp());
        }
        return table.defaultHost(config.defaultHost()).build();
    }
}
