package dev.serval.container;

import dev.serval.config.Location;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServiceConfig;
import dev.serval.connector.Connector;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.servlet.AppContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Everything that one process serves. Thread-safe. Started once: first every web application of
 * every service, then the ports; stopped in the reverse order.
 */
public final class Server {
    private final List<Service> services;
    private final Ports ports;
    private final Certificates certificates;
    private final Loaders loaders;
    private final Lifecycle lifecycle = new Lifecycle("Server");

    private Server(List<Service> services, Loaders loaders) {
        this.services = services;
        this.loaders = loaders;
        List<Connector> connectors = new ArrayList<>();
        List<Location> locations = new ArrayList<>();
        for (Service service : services) {
            connectors.addAll(service.connectors());
            service.config().connectors().forEach(entry -> locations.add(entry.at()));
        }
        this.ports = new Ports(connectors, locations);
        this.certificates =
                new Certificates(
                        services.stream()
                                .flatMap(service -> service.certificates().stream())
                                .toList());
    }

    /**
     * Builds a server; nothing is deployed or opened yet.
     *
     * @param config without errors
     * @param home the installation; its files are used where the base has none
     * @param base what relative paths begin at
     * @throws LifecycleException when an address to listen on is unknown, or a certificate cannot
     *     be used
     */
    public static Server of(ServerConfig config, Path home, Path base) throws LifecycleException {
        Layout layout = new Layout(home, base, config);
        List<Service> services = new ArrayList<>();
        for (ServiceConfig service : config.services()) {
            services.add(Service.of(service, layout));
        }
        return new Server(List.copyOf(services), layout.loaders());
    }

    /**
     * Looks whether every port is free; none is open afterwards. Throws BindException when one is
     * taken.
     */
    public void probe() throws IOException {
        ports.probe();
    }

    /**
     * Deploys every web application, then opens the ports. When that fails, nothing is left open.
     *
     * @throws LifecycleException with a message for the operator
     */
    public void start() throws LifecycleException {
        List<Component> children = new ArrayList<>();
        services.forEach(service -> children.add(service.engine()));
        // Before the ports and so longer than they: what a connection needs is there.
        children.add(certificates);
        children.add(ports);
        lifecycle.start(children);
    }

    /**
     * Closes the ports, lets the requests in flight end, stops the web applications. Does nothing
     * the second time.
     *
     * @param within how long requests in flight may take
     */
    public void stop(Duration within) {
        contexts().forEach(AppContext::closeUpgrades);
        lifecycle.stop(within);
        loaders.close();
    }

    public Lifecycle.State state() {
        return lifecycle.state();
    }

    public List<Service> services() {
        return services;
    }

    /** In the order of the file. */
    public List<Connector> connectors() {
        return ports.connectors();
    }

    /** Those that are deployed, in the order of services, hosts and paths. */
    public List<AppContext> contexts() {
        return services.stream()
                .flatMap(service -> service.engine().hosts().stream())
                .flatMap(host -> host.contexts().stream())
                .map(Context::application)
                .toList();
    }

    /**
     * What people call them: {@code /} and {@code /docs}; those of a host that is not the default
     * one begin with its name. Those that are refused are among them.
     */
    public List<String> webApplications() {
        List<String> names = new ArrayList<>();
        named((name, context) -> names.add(name));
        return names;
    }

    /** Why applications answer 503, in one line each, by their names in the same order. */
    public Map<String, String> refusedApplications() {
        Map<String, String> refused = new LinkedHashMap<>();
        named(
                (name, context) -> {
                    if (context.refusal() != null) {
                        refused.put(name, context.refusal());
                    }
                });
        return refused;
    }

    private void named(BiConsumer<String, Context> taker) {
        for (Service service : services) {
            for (Host host : service.engine().hosts()) {
                String prefix = host == service.engine().defaultHost() ? "" : host.name();
                host.contexts()
                        .forEach(context -> taker.accept(prefix + context.displayPath(), context));
            }
        }
    }
}
