package dev.serval.embed;

import dev.serval.ajp.AjpConfig;
import dev.serval.builtin.AccessLogConfig;
import dev.serval.config.ConnectorEntry;
import dev.serval.config.ContextEntry;
import dev.serval.config.EngineConfig;
import dev.serval.config.GivenFactory;
import dev.serval.config.HostConfig;
import dev.serval.config.RealmConfig;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServiceConfig;
import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.container.Server;
import dev.serval.extension.Offer.Factory;
import dev.serval.files.FileSettings;
import dev.serval.files.SiteSettings;
import dev.serval.http.Protocol;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.Realm;
import dev.serval.servlet.settings.ContextSettings;
import dev.serval.session.SessionIds;
import dev.serval.settings.Location;
import dev.serval.tls.KeystoreFile;
import dev.serval.tls.TlsCertificate;
import dev.serval.tls.TlsConfig;
import dev.serval.valve.Valve;
import dev.serval.valve.accesslog.AccessLogPattern;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContainerInitializer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.EventListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Describes a server; returned by {@link Serval#onPort} or {@link Serval#on}. Not thread-safe, used
 * once. Applications go to the host that was named last; before {@link #host} that is the default
 * host, which answers for any name.
 *
 * <p>A {@code contextPath} is empty or {@code /} for the root, otherwise {@code /name}; other
 * values throw IllegalArgumentException. All calls with the same path describe one application: a
 * directory or a WAR, and what is added in Java.
 */
public final class ServalBuilder {
    private static final String DEFAULT = "localhost";

    private final List<ConnectorConfig> connectors = new ArrayList<>();
    private final Map<String, EmbeddedHost> hosts = new LinkedHashMap<>();
    private final List<Factory<Valve>> valves = new ArrayList<>();
    private EmbeddedHost current;
    private TlsConfig tls;
    private RealmConfig realm;
    private Protocol spoken = Connector.HTTP;
    private String route;
    private boolean used;

    ServalBuilder(List<ConnectorConfig> connectors) {
        this.connectors.addAll(connectors);
        this.current = hosts.computeIfAbsent(DEFAULT, EmbeddedHost::new);
    }

    /** The kind of input and output; default NIO. */
    public ServalBuilder io(IoModel model) {
        Objects.requireNonNull(model, "model");
        return connector(config -> config.change().io(model).done());
    }

    /** The address to listen on, a name or numbers; default all. */
    public ServalBuilder address(String name) {
        Objects.requireNonNull(name, "address");
        return connector(config -> config.change().address(name).done());
    }

    /**
     * Changes any setting of the connectors: limits, timeouts, threads.
     *
     * @param change for example {@code c -> c.change().connectionTimeout(500).done()}
     */
    public ServalBuilder connector(UnaryOperator<ConnectorConfig> change) {
        connectors.replaceAll(change);
        return this;
    }

    /**
     * Speaks TLS on every connector, with a certificate from PEM files, which are read again when
     * they change. If they cannot be used, {@link #start} throws an exception that says why.
     *
     * @param certificate followed by those of its issuers
     * @param key PKCS#8, PKCS#1 or SEC 1, not encrypted
     */
    public ServalBuilder tls(Path certificate, Path key) {
        return tls(
                TlsConfig.of(
                        TlsCertificate.pem(certificate.toAbsolutePath(), key.toAbsolutePath())));
    }

    /**
     * The same with the first key of a keystore.
     *
     * @param keystore PKCS12 or JKS
     */
    public ServalBuilder tls(Path keystore, String password) {
        return tls(
                TlsConfig.of(
                        TlsCertificate.in(
                                KeystoreFile.of(
                                        keystore.toAbsolutePath(),
                                        Objects.requireNonNull(password, "password")))));
    }

    /** The same with every setting: hosts by name, client certificates, protocols, ciphers. */
    public ServalBuilder tls(TlsConfig config) {
        tls = Objects.requireNonNull(config, "config");
        return this;
    }

    /**
     * Speaks AJP/1.3 on every connector, and no HTTP: for Apache httpd in front. Such connectors
     * belong on a loopback address or need a secret, since clients that may connect are trusted.
     */
    public ServalBuilder ajp(AjpConfig config) {
        spoken = Connector.ajp(config);
        return this;
    }

    /**
     * Writes a line for every request into a file per day, {@code access_log.yyyy-mm-dd.txt}.
     *
     * @param directory created if it is missing
     * @param pattern {@code common}, {@code combined} or letters as in Tomcat's AccessLogValve;
     *     IllegalArgumentException for unknown letters
     */
    public ServalBuilder accessLog(Path directory, String pattern) {
        requireKnown(pattern);
        valves.add(
                new AccessLogConfig(
                        Location.NONE,
                        directory.toAbsolutePath().toString(),
                        "access_log",
                        ".txt",
                        pattern));
        return this;
    }

    /**
     * Passes a line for every request to the program, without line end, soon and in order, on a
     * thread of its own. Requests never wait for it: if it falls behind by 4 MiB, lines are
     * dropped, and the server's log says how many.
     *
     * @param pattern as in {@link #accessLog(Path, String)}
     * @param receiver should not throw; otherwise the line is lost, and the server's log says so
     */
    public ServalBuilder accessLog(String pattern, Consumer<String> receiver) {
        requireKnown(pattern);
        valves.add(AccessLogConfig.to(Objects.requireNonNull(receiver, "receiver"), pattern));
        return this;
    }

    /**
     * Puts a valve around all requests, within those that were given before. It is started and
     * stopped with the server, and must not be shared with another server.
     */
    public ServalBuilder valve(Valve valve) {
        Objects.requireNonNull(valve, "valve");
        valves.add(new GivenFactory<>(valve));
        return this;
    }

    /** Letters that only print a dash are allowed in server.xml, but are a mistake in a program. */
    private static void requireKnown(String pattern) {
        List<String> unknown = AccessLogPattern.parse(pattern).unknown();
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    String.join(", ", unknown) + " means nothing in access logs");
        }
    }

    /**
     * Sets the realm of the users who log in to the applications, for example {@code
     * MemoryRealm.of(new Users(...))}. A {@code LockOutRealm} around it prevents guessing of
     * passwords. Default: no users.
     */
    public ServalBuilder realm(Realm users) {
        realm = RealmConfig.of(Objects.requireNonNull(users, "realm"));
        return this;
    }

    /**
     * The following applications are for requests that name this host. Throws
     * IllegalArgumentException if the host was named before.
     *
     * @param name as in the Host field, without port
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
     * Serves the files of a directory and runs nothing that is in it: no descriptor, class or jar
     * is read. WEB-INF and META-INF are hidden all the same. For a web application use {@link
     * #webapp(String, Path)}.
     *
     * @param directory must exist when this is called, otherwise IllegalArgumentException
     */
    public ServalBuilder directory(String contextPath, Path directory) {
        current.context(contextPath).files(directory);
        return this;
    }

    /**
     * Changes how the files of an application are served: cache, listings, and by {@link
     * SiteSettings} their fields and the page that answers if a file is missing.
     *
     * @param change for example {@code f -> f.withSite(f.site().withCacheControl("immutable"))}
     */
    public ServalBuilder files(String contextPath, UnaryOperator<FileSettings> change) {
        current.context(contextPath).settings(change);
        return this;
    }

    /**
     * Adds a web application: its descriptors and annotations are read, its classes run.
     *
     * @param application a WAR, or a directory that is like an unpacked one; must exist when this
     *     is called, otherwise IllegalArgumentException
     */
    public ServalBuilder webapp(String contextPath, Path application) {
        return webapp(contextPath, application, List.of());
    }

    /**
     * Adds a web application as a build leaves it: its files in one place, its classes in others.
     *
     * @param docroot as the application in {@link #webapp(String, Path)}
     * @param classes directories, searched after WEB-INF/classes, and jars, searched after those of
     *     WEB-INF/lib; must exist, otherwise IllegalArgumentException
     */
    public ServalBuilder webapp(String contextPath, Path docroot, List<Path> classes) {
        current.context(contextPath).application(docroot, classes);
        return this;
    }

    /**
     * Adds a servlet, which is initialised when the server starts. The same instance at several
     * patterns is one servlet.
     *
     * @param pattern below the context path, for example {@code /hello/*} (Servlet 6.1 §12.2)
     */
    public ServalBuilder servlet(String contextPath, String pattern, Servlet servlet) {
        current.context(contextPath)
                .servlet(
                        Objects.requireNonNull(pattern, "pattern"),
                        Objects.requireNonNull(servlet, "servlet"));
        return this;
    }

    /**
     * Adds a filter. Filters are called in the order in which they are added, after those that
     * descriptors map. The same instance at several patterns is one filter.
     *
     * @param pattern below the context path, for example {@code /*} (Servlet 6.1 §12.2)
     * @param types the dispatches that it filters; none means REQUEST
     */
    public ServalBuilder filter(
            String contextPath, String pattern, Filter filter, DispatcherType... types) {
        EnumSet<DispatcherType> set = EnumSet.noneOf(DispatcherType.class);
        set.addAll(types.length == 0 ? List.of(DispatcherType.REQUEST) : List.of(types));
        current.context(contextPath)
                .filter(
                        Objects.requireNonNull(pattern, "pattern"),
                        Objects.requireNonNull(filter, "filter"),
                        set);
        return this;
    }

    /** Adds a listener of any kind of Servlet 6.1 §11. */
    public ServalBuilder listener(String contextPath, EventListener listener) {
        Objects.requireNonNull(listener, "listener");
        return initializer(contextPath, (none, context) -> context.addListener(listener));
    }

    /**
     * Gets the {@code ServletContext} before it starts, for settings that have no method here:
     * attributes, error handling, names and parameters of servlets, limits of uploads (Servlet 6.1
     * §4.4).
     *
     * @param initializer is called with null for the classes
     */
    public ServalBuilder initializer(String contextPath, ServletContainerInitializer initializer) {
        current.context(contextPath)
                .initializers
                .add(Objects.requireNonNull(initializer, "initializer"));
        return this;
    }

    /**
     * Names this server for a balancer with sticky sessions: the ids of all sessions end in a dot
     * and this. Default: none.
     *
     * @throws IllegalArgumentException unless it is letters, digits and {@code . _ ~ -}, at most 64
     */
    public ServalBuilder jvmRoute(String name) {
        if (!SessionIds.isRoute(name)) {
            throw new IllegalArgumentException("no route of sessions: " + name);
        }
        route = name;
        return this;
    }

    /**
     * How long a session of an application lasts without a request.
     *
     * @param minutes 0 or less means no limit; default 30, or the value in its web.xml
     */
    public ServalBuilder sessionTimeout(String contextPath, int minutes) {
        return initializer(contextPath, (none, context) -> context.setSessionTimeout(minutes));
    }

    /**
     * Changes settings of an application: those of the attributes of {@code Context} in server.xml.
     *
     * @param change for example {@code c -> c.with(ContextRule.CROSS_CONTEXT, true)}
     */
    public ServalBuilder settings(String contextPath, UnaryOperator<ContextSettings> change) {
        current.context(contextPath).behaviour(change);
        return this;
    }

    /** An initialisation parameter of an application. */
    public ServalBuilder parameter(String contextPath, String name, String value) {
        current.context(contextPath)
                .parameters
                .put(
                        Objects.requireNonNull(name, "name"),
                        ContextEntry.of(Objects.requireNonNull(value, "value")));
        return this;
    }

    /**
     * Binds a value, such as a DataSource, to a name below {@code java:comp/env} of an application
     * that {@link #webapp} serves. It is not closed with the application.
     */
    public ServalBuilder bind(String contextPath, String name, Object value) {
        current.context(contextPath)
                .environment
                .put(
                        Objects.requireNonNull(name, "name"),
                        ContextEntry.of(Objects.requireNonNull(value, "value")));
        return this;
    }

    /**
     * Starts the server; the ports open when every application is ready.
     *
     * @throws LifecycleException if a port is taken, or an application cannot start; its message
     *     says which and why, and nothing stays open
     */
    public Serval start() throws LifecycleException {
        Serval serval = startApplications();
        serval.openPorts();
        return serval;
    }

    /**
     * Starts its applications and opens no port: {@link Serval#openPorts} does, when this program
     * is ready for requests.
     *
     * @throws LifecycleException if an application cannot start; its message says which and why,
     *     and nothing is left running
     */
    public Serval startApplications() throws LifecycleException {
        return Serval.started(Server.of(config(), null, null));
    }

    /** What was described, once. */
    ServerConfig config() {
        if (used) {
            throw new IllegalStateException("a builder is used once");
        }
        used = true;
        List<HostConfig> all = hosts.values().stream().map(EmbeddedHost::config).toList();
        EngineConfig engine =
                new EngineConfig(Location.NONE, "Serval", route, DEFAULT, all, valves, realm, null);
        ServiceConfig service =
                new ServiceConfig(
                        Location.NONE,
                        "Serval",
                        ServiceConfig.GRACEFUL_STOP_AWAIT,
                        List.of(),
                        connectors.stream()
                                .map(
                                        config ->
                                                new ConnectorEntry(
                                                        Location.NONE,
                                                        config,
                                                        null,
                                                        tls,
                                                        spoken,
                                                        List.of()))
                                .toList(),
                        engine);
        return new ServerConfig(Location.NONE, List.of(), List.of(service));
    }
}
