package dev.serval.embed;

import dev.serval.config.ConnectorEntry;
import dev.serval.config.EngineConfig;
import dev.serval.config.HostConfig;
import dev.serval.config.Location;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServiceConfig;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.container.Server;
import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.Servlet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Describes a server; got from {@link Serval#onPort}. Not thread-safe, used once. Applications go
 * to the host that was named last; before {@link #host} that is the default host, which answers
 * whatever name its clients use.
 */
public final class ServalBuilder {
    private static final String DEFAULT = "localhost";

    private final int port;
    private final Map<String, EmbeddedHost> hosts = new LinkedHashMap<>();
    private EmbeddedHost current;
    private IoModel io = IoModel.NIO;
    private String address;
    private UnaryOperator<ConnectorConfig> connector = UnaryOperator.identity();
    private boolean used;

    ServalBuilder(int port) {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " is out of range: 0 to 65535");
        }
        this.port = port;
        this.current = hosts.computeIfAbsent(DEFAULT, EmbeddedHost::new);
    }

    /** The kind of input and output; default NIO. */
    public ServalBuilder io(IoModel model) {
        io = Objects.requireNonNull(model, "model");
        return this;
    }

    /** The address to listen on, a name or numbers; default all. */
    public ServalBuilder address(String name) {
        address = Objects.requireNonNull(name, "address");
        return this;
    }

    /** Changes any other setting of the connector. */
    public ServalBuilder connector(UnaryOperator<ConnectorConfig> change) {
        connector = Objects.requireNonNull(change, "change");
        return this;
    }

    /**
     * What follows is for requests that name this host. Throws IllegalArgumentException when the
     * host was named before.
     *
     * @param name as clients write it, without port
     * @param aliases other names; {@code *.example.com} means one more label
     */
    public ServalBuilder host(String name, String... aliases) {
        EmbeddedHost host = new EmbeddedHost(name);
        host.aliases.addAll(List.of(aliases));
        if (hosts.putIfAbsent(name, host) != null) {
            throw new IllegalArgumentException("there is a host " + name + " already");
        }
        current = host;
        return this;
    }

    /**
     * Serves the files of a directory.
     *
     * @param contextPath empty or {@code /} for the root, else {@code /name}
     * @param directory must exist when this is called, else IllegalArgumentException
     */
    public ServalBuilder directory(String contextPath, Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute)) {
            throw new IllegalArgumentException(absolute + " is not a directory");
        }
        current.context(contextPath).directory(absolute);
        return this;
    }

    /**
     * Adds a web application.
     *
     * @param contextPath empty or {@code /} for the root, else {@code /name}
     * @param application a WAR, or a directory that is like an unpacked one; must exist when this
     *     is called, else IllegalArgumentException
     */
    public ServalBuilder webapp(String contextPath, Path application) {
        current.context(contextPath).directory(EmbeddedContext.application(application));
        return this;
    }

    /**
     * Adds a web application as a build leaves it: its files in one place, its classes in others.
     *
     * @param docroot as the directory in {@link #webapp(String, Path)}
     * @param classes directories and jars, which come before those of WEB-INF; must exist, else
     *     IllegalArgumentException
     */
    public ServalBuilder webapp(String contextPath, Path docroot, List<Path> classes) {
        webapp(contextPath, docroot);
        for (Path part : classes) {
            Path absolute = part.toAbsolutePath().normalize();
            if (!Files.exists(absolute)) {
                throw new IllegalArgumentException("there is no " + absolute);
            }
            current.context(contextPath).classes.add(absolute);
        }
        return this;
    }

    /**
     * Adds a servlet, which is initialised when the server starts.
     *
     * @param contextPath empty or {@code /} for the root, else {@code /name}; the same application
     *     may have a directory and several servlets
     * @param pattern below the context path, for example {@code /hello/*} (Servlet 6.1 §12.2)
     */
    public ServalBuilder servlet(String contextPath, String pattern, Servlet servlet) {
        current.context(contextPath)
                .servlet(
                        Objects.requireNonNull(pattern, "pattern"),
                        Objects.requireNonNull(servlet, "servlet"));
        return this;
    }

    /** An initialisation parameter of an application. */
    public ServalBuilder parameter(String contextPath, String name, String value) {
        current.context(contextPath)
                .parameters
                .put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /**
     * Starts it; the port is opened when every application is ready.
     *
     * @throws LifecycleException when the port is taken, or a servlet or a path cannot be used;
     *     nothing is left open then
     */
    public Serval start() throws LifecycleException {
        if (used) {
            throw new IllegalStateException("a builder starts one server");
        }
        used = true;
        ConnectorConfig settings = connector.apply(settings());
        List<HostConfig> all = new ArrayList<>();
        hosts.values().forEach(host -> all.add(host.config()));
        EngineConfig engine = new EngineConfig(Location.NONE, "Serval", DEFAULT, all, List.of());
        ServiceConfig service =
                new ServiceConfig(
                        Location.NONE,
                        "Serval",
                        List.of(),
                        List.of(new ConnectorEntry(Location.NONE, settings)),
                        engine);
        ServerConfig config = new ServerConfig(Location.NONE, List.of(), List.of(service));
        return Serval.started(Server.of(config, null, null));
    }

    private ConnectorConfig settings() {
        return ConnectorConfig.of(io, port).change().address(address).done();
    }
}
