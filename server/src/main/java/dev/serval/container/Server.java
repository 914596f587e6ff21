package dev.serval.container;

import dev.serval.config.ConfigurationChanges;
import dev.serval.config.ConfigurationChanges.Change;
import dev.serval.config.EngineConfig;
import dev.serval.config.HostConfig;
import dev.serval.config.Outline;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServiceConfig;
import dev.serval.connector.Connector;
import dev.serval.extension.Kind;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.lifecycle.Readiness;
import dev.serval.lifecycle.StopRequest;
import dev.serval.monitor.RunningServer.RunningPool;
import dev.serval.monitor.StartedWith;
import dev.serval.operations.Operations;
import dev.serval.servlet.AppContext;
import dev.serval.settings.Location;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that one process serves. Thread-safe. Started once, in two phases, and stopped in the
 * reverse order:
 *
 * <pre>
 * startApplications(): every application of every service --&gt; openPorts(): every port
 * drain(): not ready, for a while --&gt;
 * closePorts(): no port accepts; requests in flight end   --&gt; stop(): the applications
 * </pre>
 *
 * {@link #start} runs both phases of the start, and {@link #stop} both of the stop.
 */
public final class Server {
    private static final Logger LOG = LoggerFactory.getLogger(Server.class);
    // How long a request may be on its way to a connection that is idle here.
    private static final Duration IDLE = Duration.ofMillis(500);
    private static final Duration DEFAULT = Duration.ofSeconds(20);

    private final List<Service> services;
    private final Ports ports;
    private final Certificates certificates;
    private final SharedLibraries loaders;
    private final ServerListeners listeners;
    private final Lifecycle lifecycle = new Lifecycle("Server");
    private final Lifecycle open = new Lifecycle("Ports");
    private final Readiness readiness = new Readiness();
    private final CountDownLatch drained = new CountDownLatch(1);
    private volatile Consumer<StopRequest> ending;
    private volatile Rereading rereading;
    // The elements of the current configuration; null without a file.
    private Outline outline; // guarded by changes
    // Held by a reload, and by a stop that has waited for it.
    private final ReentrantLock changes = new ReentrantLock();
    private volatile boolean stopping;
    // Made on first use: a start does not wait for its classes.
    private Supplier<Operations> operations;

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
     * @param home the installation; its files are used if the base has none
     * @param base of relative paths
     * @throws LifecycleException if an address to listen on is unknown, or a certificate cannot be
     *     used
     */
    public static Server of(ServerConfig config, Path home, Path base) throws LifecycleException {
        return of(config, home, base, StartedWith.NOTHING);
    }

    /**
     * The same.
     *
     * @param given for monitoring
     */
    public static Server of(ServerConfig config, Path home, Path base, StartedWith given)
            throws LifecycleException {
        Layout layout = new Layout(home, base, config, given);
        // First, since one of the listeners may count requests.
        ServerListeners listeners = new ServerListeners(config.listeners(), layout);
        layout.place("Server").all(Kind.METRICS).forEach(layout.monitored().metering()::add);
        List<Service> services = new ArrayList<>();
        for (ServiceConfig service : config.services()) {
            services.add(Service.of(service, layout));
        }
        Server server = new Server(List.copyOf(services), layout.loaders(), listeners);
        layout.monitored().of(new SeenServer(server));
        layout.orders()
                .of(
                        services.stream().flatMap(each -> each.certificates().stream()).toList(),
                        server.connectors().stream().anyMatch(each -> each.config().tls() == null));
        layout.statuses().of(server::applications);
        layout.operations().of(asking -> new ServerOperations(server, layout, asking));
        server.operations = () -> new ServerOperations(server, layout, server.asking());
        server.outline = config.outline();
        for (int i = 0; i < services.size(); i++) {
            EngineConfig engine = config.services().get(i).engine();
            for (HostConfig host : engine.hosts()) {
                services.get(i).engine().named(host.name()).note(host.contexts(), config.outline());
            }
        }
        return server;
    }

    /**
     * Checks whether every port is free; none is open afterwards. Throws BindException if one is in
     * use.
     */
    public void probe() throws IOException {
        ports.probe();
    }

    /**
     * Deploys every web application, then opens the ports. If that fails, nothing is left open.
     *
     * @throws LifecycleException with a message for the operator
     */
    public void start() throws LifecycleException {
        startApplications();
        openPorts();
    }

    /**
     * The first phase: deploys every web application of every service. They are not reachable yet.
     * If it fails, none is left. Throws IllegalStateException the second time.
     *
     * @throws LifecycleException with a message for the operator
     */
    public void startApplications() throws LifecycleException {
        List<Component> children = new ArrayList<>();
        children.add(listeners);
        services.forEach(service -> children.add(service.engine()));
        // Before the ports, and so stopped after them: connections need it.
        children.add(certificates);
        try {
            lifecycle.start(children);
        } finally {
            if (lifecycle.state() == Lifecycle.State.FAILED) {
                readiness.enter(Readiness.State.STOPPED, "the start has failed");
            }
        }
    }

    /**
     * The second phase: opens the ports one by one. If that fails, all are closed and the
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
            readiness.enter(Readiness.State.READY, "the ports are open");
        } finally {
            if (open.state() == Lifecycle.State.FAILED) {
                stop(Duration.ZERO);
            }
        }
    }

    /**
     * The first half of a stop: no port accepts from now on; then the requests in flight end. The
     * applications stay until {@link #stop}. Does nothing the second time.
     *
     * @param within the time limit for requests in flight
     */
    public void closePorts(Duration within) {
        readiness.enter(Readiness.State.DRAINING, "told to stop");
        drained.countDown();
        open.stop(within);
    }

    /**
     * The stop of a server under load, so that no request is lost: it is not {@link #readiness
     * ready} from now on, while its ports stay open for a while; then they are closed after the
     * waiting connections are accepted, and every response tells its client that the connection
     * ends; then the server stops as in {@link #stop}. An idle connection ends only after half a
     * second, since a request may be on its way. Requests are those in process, asynchronous ones
     * and upgraded connections.
     *
     * @param reason for people
     * @param delay how long the ports stay open; a second call of this or of {@link #stop} ends it
     * @param within the time limit for requests in flight, once the ports are closed
     */
    public void drain(String reason, Duration delay, Duration within) {
        boolean open = accepts();
        if (readiness.enter(Readiness.State.DRAINING, reason)) {
            LOG.info(
                    "Draining ({}): the ports stay open for {} ms, then requests have {} ms",
                    reason,
                    open ? delay.toMillis() : 0,
                    within.toMillis());
            if (open) {
                await(delay);
            }
        }
        ports.closeIdleAfter(IDLE);
        stop(within);
    }

    private void await(Duration delay) {
        try {
            drained.await(delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller of the stop does not want to wait
        }
    }

    /** Whether it should get requests, and if not, why. */
    public Readiness readiness() {
        return readiness;
    }

    /**
     * Sets what carries out {@link #requestStop}: it may end the process, for example. Without one
     * the server only stops.
     */
    public void onStopRequest(Consumer<StopRequest> carriesOut) {
        ending = carriesOut;
    }

    /**
     * Stops the server as a signal does, for any caller; returns at once.
     *
     * @param request who asks, and how long it may take
     */
    public void requestStop(StopRequest request) {
        Consumer<StopRequest> carriesOut = ending;
        Runnable stop =
                carriesOut == null
                        ? () -> drain(request.reason(), Duration.ZERO, request.within(DEFAULT))
                        : () -> carriesOut.accept(request);
        new Thread(stop, "serval-stop-request").start();
    }

    /**
     * Closes the ports, lets the requests in flight end, stops the web applications. Does nothing
     * the second time.
     *
     * @param within the time limit for requests in flight
     */
    public void stop(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        stopping = true;
        closePorts(within);
        // A reload that is under way gives up, unless it is just taking effect.
        boolean alone = awaitReload(end - System.nanoTime());
        try {
            stopAll(end);
        } finally {
            if (alone) {
                changes.unlock();
            }
        }
    }

    private boolean awaitReload(long nanos) {
        try {
            return changes.tryLock(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller of the stop does not want to wait
            return false;
        }
    }

    private void stopAll(long end) {
        lifecycle.stop(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        loaders.close();
        readiness.enter(Readiness.State.STOPPED, "the server has stopped");
    }

    /**
     * Takes from a new configuration what can change without loss: realms, valves and access logs
     * of engines and hosts, and, where it comes from a file, hosts and their aliases, declared
     * applications, certificates, and the numbers of threads. New parts are started beside the
     * running ones and then replace them at once; unchanged parts go on, with their logins. Current
     * requests keep the parts that they began with, which are stopped when the last of these
     * requests has ended. A user who was logged in by a removed realm has to log in again.
     *
     * <p>All else takes effect at the next start.
     *
     * @param next with the same services, without errors, and read with the extensions of the
     *     current one
     * @return what is different, and which differences take effect now; empty without files
     * @throws LifecycleException with a message for the operator if a part cannot be made or
     *     started; nothing has changed then
     */
    public List<Change> reload(ServerConfig next) throws LifecycleException {
        changes.lock();
        try {
            return reloadAlone(next);
        } finally {
            changes.unlock();
        }
    }

    private List<Change> reloadAlone(ServerConfig next) throws LifecycleException {
        if (lifecycle.state() != Lifecycle.State.STARTED) {
            throw new IllegalStateException("Server is " + lifecycle.state());
        }
        Reload reload = new Reload(services, next);
        reload.prepare();
        if (stopping) {
            reload.discard();
            throw new LifecycleException("the server stops");
        }
        reload.apply();
        if (outline == null || next.outline() == null) {
            return List.of();
        }
        ConfigurationChanges different = ConfigurationChanges.between(outline, next.outline());
        outline = different.running();
        return different.all();
    }

    /** Reads the configuration of a server anew; the server takes what can change. */
    public interface Rereading {
        /** Lines for people; see {@link #reload} for what it throws. */
        List<String> run() throws LifecycleException;
    }

    /** Sets what reads the configuration anew: the program that has read it for the start. */
    public void onReloadRequest(Rereading reads) {
        rereading = reads;
    }

    /**
     * Reads the configuration anew, for any caller, and takes what can change without loss.
     *
     * @return lines for people: what is different, and which differences take effect now
     * @throws LifecycleException if the file has errors, or a part of it cannot be started; nothing
     *     has changed then
     */
    public List<String> reloadConfiguration() throws LifecycleException {
        Rereading reads = rereading;
        if (reads == null) {
            throw new IllegalStateException("this server was not configured by a file");
        }
        return reads.run();
    }

    /**
     * The operations for a caller outside of its applications, such as a user on a terminal: their
     * host is the default one of the first service.
     */
    public Operations operations() {
        return operations.get();
    }

    private GivenOperations.Asking asking() {
        Engine engine = services.get(0).engine();
        return new GivenOperations.Asking(engine.name(), engine.defaultHost().name(), null, "", "");
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

    /** The deployed ones, in the order of services, hosts and paths. */
    public List<AppContext> contexts() {
        return hosts().flatMap(host -> host.contexts().stream()).map(Context::application).toList();
    }

    /**
     * Their names for display: {@code /} and {@code /docs}; those of a host other than the default
     * begin with its name. Those that answer 503 are included.
     */
    public List<String> webApplications() {
        return hosts().flatMap(
                        host -> host.contexts().stream().map(c -> host.prefix() + c.displayPath()))
                .toList();
    }

    /** The pools of GlobalNamingResources that were made so far. */
    List<RunningPool> pools() {
        return loaders.pools();
    }

    /**
     * The current statuses of all applications, in the order of services, hosts and paths.
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
