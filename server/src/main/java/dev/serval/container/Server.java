package dev.serval.container;

import dev.serval.config.EngineConfig;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServiceConfig;
import dev.serval.connector.Connector;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.servlet.AppContext;
import dev.serval.settings.Location;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Everything that one process serves. Thread-safe. Started once, in two phases, and stopped in the
 * reverse order:
 *
 * <pre>
 * startApplications(): every application of every service --&gt; openPorts(): every port
 * closePorts(): no port accepts; requests in flight end   --&gt; stop(): the applications
 * </pre>
 *
 * {@link #start} does both phases, and {@link #stop} both of the other ones.
 */
public final class Server {
    private final List<Service> services;
    private final Ports ports;
    private final Certificates certificates;
    private final SharedLibraries loaders;
    private final ServerListeners listeners;
    private final Lifecycle lifecycle = new Lifecycle("Server");
    private final Lifecycle open = new Lifecycle("Ports");

    private Server(List<Service> services, SharedLibraries loaders, ServerListeners listeners) {
        this.listeners = listeners;
        this.services = services;
        this.loaders = loaders;
        List<Connector> connectors = new ArrayList<>();
        List<Location> locations = new ArrayList<>();
        for (Service service : services) {
            connectors.addAll(service.connectors());
            service.config().connectors().forEach(entry -> locations.add(entry.at()));
        }
        this.ports =
                new Ports(
                        connectors,
                        locations,
                        within -> contexts().forEach(context -> context.closeUpgrades(within)));
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
        return new Server(
                List.copyOf(services),
                layout.loaders(),
                new ServerListeners(config.listeners(), layout));
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
        startApplications();
        openPorts();
    }

    /**
     * The first phase: deploys every web application of every service. Nobody can reach them yet.
     * When it fails, none is left. Throws IllegalStateException the second time.
     *
     * @throws LifecycleException with a message for the operator
     */
    public void startApplications() throws LifecycleException {
        List<Component> children = new ArrayList<>();
        children.add(listeners);
        services.forEach(service -> children.add(service.engine()));
        // Before the ports and so longer than they: what a connection needs is there.
        children.add(certificates);
        lifecycle.start(children);
    }

    /**
     * The second phase: opens the ports one by one. When that fails, all are closed and the
     * applications are stopped. Throws IllegalStateException the second time, and before the first
     * phase is over.
     *
     * @throws LifecycleException with a message for the operator
     */
    public void openPorts() throws LifecycleException {
        if (open.state() == Lifecycle.State.STOPPED) {
            throw new LifecycleException("the server was stopped before its ports were open");
        }
        if (lifecycle.state() != Lifecycle.State.STARTED) {
            throw new IllegalStateException(
                    "ports open after the start of the applications: Server is "
                            + lifecycle.state());
        }
        try {
            open.start(List.of(ports, listeners.whenOpen()));
        } finally {
            if (open.state() == Lifecycle.State.FAILED) {
                stop(Duration.ZERO);
            }
        }
    }

    /**
     * The first half of a stop: no port accepts from the beginning of this on; then the requests in
     * flight end. The applications are there until {@link #stop}. Does nothing the second time.
     *
     * @param within how long requests in flight may take
     */
    public void closePorts(Duration within) {
        open.stop(within);
    }

    /**
     * Closes the ports, lets the requests in flight end, stops the web applications. Does nothing
     * the second time.
     *
     * @param within how long requests in flight may take
     */
    public void stop(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        closePorts(within);
        lifecycle.stop(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        loaders.close();
    }

    /**
     * Takes the realms, valves and access logs of engines and hosts from a configuration that was
     * read anew. All of them are started beside the running ones and then put in their place at
     * once; what is configured as before goes on, with the logins that it knows. Requests that are
     * under way keep what they began with, which is stopped when the last one has ended. Whoever
     * was logged in by a realm that is no more has to log in again.
     *
     * <p>All else of the configuration counts from the next start on: connectors, hosts and
     * aliases, and the applications with what stands in a Context.
     *
     * @param next of the same services and hosts, without errors, and read with the extensions of
     *     the one that runs
     * @throws LifecycleException with a message for the operator when something of it cannot be
     *     made or started; all is as it was then
     */
    public synchronized void reload(ServerConfig next) throws LifecycleException {
        if (lifecycle.state() != Lifecycle.State.STARTED) {
            throw new IllegalStateException("Server is " + lifecycle.state());
        }
        List<String> names = next.services().stream().map(ServiceConfig::name).toList();
        if (!names.equals(services.stream().map(Service::name).toList())) {
            throw new LifecycleException("the services are others until a restart: " + names);
        }
        List<EngineSetup> prepared = new ArrayList<>();
        try {
            for (int i = 0; i < services.size(); i++) {
                EngineConfig engine = next.services().get(i).engine();
                prepared.add(services.get(i).engine().prepare(engine, next.userDatabases()));
            }
        } catch (LifecycleException | RuntimeException | Error e) {
            for (int i = 0; i < prepared.size(); i++) {
                services.get(i).engine().discard(prepared.get(i));
            }
            throw new LifecycleException(
                    Diagnostics.root(e) + "; realms and valves are as they were before", e);
        }
        for (int i = 0; i < services.size(); i++) {
            services.get(i).engine().change(prepared.get(i));
        }
    }

    /** STARTED while its applications are, whether or not a port is open. */
    public Lifecycle.State state() {
        return open.state() == Lifecycle.State.FAILED ? open.state() : lifecycle.state();
    }

    /** Whether its ports are open. */
    public boolean accepts() {
        return open.state() == Lifecycle.State.STARTED;
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
        return hosts().flatMap(host -> host.contexts().stream()).map(Context::application).toList();
    }

    /**
     * What people call them: {@code /} and {@code /docs}; those of a host that is not the default
     * one begin with its name. Those that answer 503 are among them.
     */
    public List<String> webApplications() {
        return hosts().flatMap(
                        host -> host.contexts().stream().map(c -> host.prefix() + c.displayPath()))
                .toList();
    }

    /**
     * How the applications of all hosts fare now, in the order of services, hosts and paths.
     *
     * @see Host#applications
     */
    public List<ApplicationStatus> applications() {
        return hosts().flatMap(host -> host.applications().stream()).toList();
    }

    private Stream<Host> hosts() {
        return services.stream().flatMap(service -> service.engine().hosts().stream());
    }
}
