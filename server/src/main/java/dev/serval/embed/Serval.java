package dev.serval.embed;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.container.Host;
import dev.serval.container.Server;
import dev.serval.files.CacheStats;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.lifecycle.Readiness;
import dev.serval.servlet.AppContext;
import jakarta.servlet.ServletContext;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A running server inside this program. Thread-safe. After the stop only its addresses are
 * available; other methods throw IllegalStateException.
 *
 * <pre>{@code
 * try (Serval serval = Serval.onPort(0).directory("/docs", Path.of("docs")).start()) {
 *     URI uri = serval.uri();
 * }
 * }</pre>
 */
public final class Serval implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(20);

    // Null before the ports are open.
    private volatile List<URI> uris;
    private volatile int port;
    // Null after the stop, so that this object holds no application.
    private volatile Server server;

    private Serval(Server server) {
        this.server = server;
    }

    /**
     * Describes a server, which answers for any host name.
     *
     * @param port to listen on; 0 means any free one. Throws IllegalArgumentException outside of 0
     *     to 65535
     */
    public static ServalBuilder onPort(int port) {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " is out of range: 0 to 65535");
        }
        return on(ConnectorConfig.of(IoModel.NIO, port));
    }

    /**
     * Describes a server with several connectors; {@link #uris} returns their addresses.
     *
     * @param connectors at least one, otherwise IllegalArgumentException
     */
    public static ServalBuilder on(ConnectorConfig... connectors) {
        if (connectors.length == 0) {
            throw new IllegalArgumentException("a server needs a connector");
        }
        return new ServalBuilder(List.of(connectors));
    }

    static Serval started(Server server) throws LifecycleException {
        server.startApplications();
        return new Serval(server);
    }

    /**
     * Opens the ports of a server that {@link ServalBuilder#startApplications} has started. Throws
     * IllegalStateException when called again.
     *
     * @throws LifecycleException if a port is taken; the applications are then stopped, and nothing
     *     stays open
     */
    public void openPorts() throws LifecycleException {
        Server running = running();
        try {
            running.openPorts();
        } catch (LifecycleException e) {
            server = null;
            throw e;
        }
        port = running.connectors().get(0).port();
        uris = running.connectors().stream().map(Serval::uri).toList();
    }

    /**
     * Closes the ports and lets requests in flight end; the applications go on until {@link #stop}.
     * Does nothing when called again.
     *
     * @param within how long requests in flight may take
     */
    public void closePorts(Duration within) {
        running().closePorts(within);
    }

    /**
     * The stop of a server under load, so that no request is lost: it is not ready from now on
     * ({@link #readiness}), its ports stay open for a while, then it stops, and lets an idle
     * connection wait half a second for a request that may be on its way. Does nothing when called
     * again.
     *
     * @param delay how long the ports stay open
     * @param within how long requests in flight may take then
     */
    public void drain(Duration delay, Duration within) {
        Server running = server;
        if (running != null) {
            running.drain("told to drain", delay, within);
            server = null;
        }
    }

    /** Whether it should get requests, and if not, why. */
    public Readiness readiness() {
        return running().readiness();
    }

    /** The port of its first connector, also if any free one was configured. */
    public int port() {
        uris();
        return port;
    }

    /** The address of its first connector, with a slash at the end. */
    public URI uri() {
        return uris().get(0);
    }

    /** The address of each connector; {@code localhost} for one that listens on all addresses. */
    public List<URI> uris() {
        List<URI> known = uris;
        if (known == null) {
            throw new IllegalStateException("no port is open");
        }
        return known;
    }

    private static URI uri(Connector connector) {
        String address = connector.config().address();
        String host = address == null || isAny(address) ? "localhost" : address;
        String scheme = connector.config().tls() == null ? "http" : "https";
        String bracketed = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return URI.create(scheme + "://" + bracketed + ":" + connector.port() + "/");
    }

    /** The paths of its web applications, {@code /} for the root. */
    public List<String> webApplications() {
        return running().webApplications();
    }

    /** The present state of its web applications, ordered by host, path and version. */
    public List<ApplicationStatus> applications() {
        return running().applications();
    }

    /**
     * A web application of the default host, as its own servlets see it, for example to read
     * attributes or to dispatch.
     *
     * @throws IllegalArgumentException if there is none at that path
     */
    public ServletContext servletContext(String contextPath) {
        return application(contextPath).servletContext();
    }

    /**
     * The statistics of the cache of a web application's static files.
     *
     * @throws IllegalArgumentException if there is none at that path
     */
    public CacheStats cacheStats(String contextPath) {
        return application(contextPath).cacheStats();
    }

    private AppContext application(String contextPath) {
        String path = EmbeddedContext.path(contextPath);
        return host().contexts().stream()
                .filter(context -> context.path().equals(path))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nothing is at " + contextPath))
                .application();
    }

    /** The contexts of all hosts, in the order of {@link #webApplications}. */
    public List<ServletContext> servletContexts() {
        return running().contexts().stream().map(AppContext::servletContext).toList();
    }

    /**
     * Deploys a web application to the default host, or replaces the one at that path: no request
     * is lost.
     *
     * @param contextPath empty or {@code /} for the root, else {@code /name}
     * @param application a WAR, or a directory that is like an unpacked one; throws
     *     IllegalArgumentException when it is neither
     * @throws LifecycleException if it cannot start; the former application at that path goes on
     */
    public void deploy(String contextPath, Path application) throws LifecycleException {
        EmbeddedContext context = new EmbeddedContext(EmbeddedContext.path(contextPath));
        context.application(application, List.of());
        host().deploy(context.config());
    }

    /**
     * Removes a web application of the default host; its requests in flight are answered.
     *
     * @return false if there is none at that path
     */
    public boolean undeploy(String contextPath) {
        return host().undeploy(EmbeddedContext.path(contextPath));
    }

    /**
     * Takes the realm, the valves and the access logs of another description; returns when they are
     * in effect. They are started beside the running ones. Valves and realms that are given again,
     * and access logs that are described as before, go on; the others are stopped when no request
     * uses them any more, after ten minutes at the latest. A user who was logged in by a removed
     * realm has to log in again. All else of the description has no effect: connectors,
     * certificates, applications.
     *
     * @param next with the same hosts; used up by this
     * @throws LifecycleException if a part of it cannot be made or started, or the hosts are
     *     different; nothing has changed then
     */
    public void reload(ServalBuilder next) throws LifecycleException {
        running().reload(next.config());
    }

    private Host host() {
        return running().services().get(0).engine().defaultHost();
    }

    private Server running() {
        Server running = server;
        if (running == null) {
            List<URI> known = uris;
            throw new IllegalStateException(
                    "the server" + (known == null ? "" : " at " + known.get(0)) + " has stopped");
        }
        return running;
    }

    /**
     * Closes the ports, lets requests in flight end, and destroys the servlets. No thread and no
     * temporary file of the server is left afterwards. Does nothing when called again.
     *
     * @param within how long requests in flight may take
     */
    public void stop(Duration within) {
        Server running = server;
        if (running != null) {
            running.stop(within);
            server = null;
        }
    }

    /** The same within 20 seconds. */
    @Override
    public void close() {
        stop(GRACE);
    }

    private static boolean isAny(String address) {
        try {
            return address.isEmpty() || InetAddress.getByName(address).isAnyLocalAddress();
        } catch (UnknownHostException e) {
            return false; // impossible: it listens there
        }
    }
}
