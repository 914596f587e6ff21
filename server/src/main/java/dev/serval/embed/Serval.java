package dev.serval.embed;

import dev.serval.connector.Connector;
import dev.serval.container.Host;
import dev.serval.container.Server;
import dev.serval.lifecycle.LifecycleException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A running server inside this program. Thread-safe.
 *
 * <pre>{@code
 * try (Serval serval = Serval.onPort(0).directory("/docs", Path.of("docs")).start()) {
 *     URI uri = serval.uri();
 * }
 * }</pre>
 */
public final class Serval implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(20);

    private final Server server;

    private Serval(Server server) {
        this.server = server;
    }

    /**
     * Describes a server; it answers whatever name its clients use.
     *
     * @param port to listen on; 0 means any free one. Throws IllegalArgumentException outside of 0
     *     to 65535
     */
    public static ServalBuilder onPort(int port) {
        return new ServalBuilder(port);
    }

    static Serval started(Server server) throws LifecycleException {
        server.start();
        return new Serval(server);
    }

    /** The port it listens on, also when any free one was asked for. */
    public int port() {
        return connector().port();
    }

    /** Where it answers, with a slash at the end; {@code localhost} when it listens everywhere. */
    public URI uri() {
        String address = connector().config().address();
        String host = address == null || isAny(address) ? "localhost" : address;
        String scheme = connector().config().tls() == null ? "http" : "https";
        String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return URI.create(scheme + "://" + name + ":" + port() + "/");
    }

    /** The paths of its web applications, {@code /} for the root. */
    public List<String> webApplications() {
        return server.webApplications();
    }

    /**
     * Deploys a web application to the default host, or replaces the one at that path: no request
     * is lost.
     *
     * @param contextPath empty or {@code /} for the root, else {@code /name}
     * @param application a WAR, or a directory that is like an unpacked one; throws
     *     IllegalArgumentException when it is neither
     * @throws LifecycleException when it cannot start; what was at that path before goes on
     */
    public void deploy(String contextPath, Path application) throws LifecycleException {
        EmbeddedContext context = new EmbeddedContext(EmbeddedContext.path(contextPath));
        context.directory(EmbeddedContext.application(application));
        host().deploy(context.config());
    }

    /**
     * Takes a web application of the default host away; its requests in flight are answered.
     *
     * @return false when there is none at that path
     */
    public boolean undeploy(String contextPath) {
        return host().undeploy(EmbeddedContext.path(contextPath));
    }

    private Host host() {
        return server.services().get(0).engine().defaultHost();
    }

    /**
     * Closes the port, lets requests in flight end, and destroys the servlets. No thread of the
     * server is left afterwards. Does nothing the second time.
     *
     * @param within how long requests in flight may take
     */
    public void stop(Duration within) {
        server.stop(within);
    }

    /** The same within 20 seconds. */
    @Override
    public void close() {
        stop(GRACE);
    }

    private Connector connector() {
        return server.connectors().get(0);
    }

    private static boolean isAny(String address) {
        try {
            return address.isEmpty() || InetAddress.getByName(address).isAnyLocalAddress();
        } catch (UnknownHostException e) {
            return false; // cannot be: it listens there
        }
    }
}
