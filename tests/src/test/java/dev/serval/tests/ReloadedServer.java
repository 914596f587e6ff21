package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.EngineConfig;
import dev.serval.config.RealmConfig;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServerXml;
import dev.serval.config.ServiceConfig;
import dev.serval.container.Server;
import dev.serval.extension.Offer.Factory;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.Realm;
import dev.serval.valve.Valve;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A server whose server.xml changes while it runs, with the same application at {@code /} and
 * {@code /other}: {@code /in/} needs a login by BASIC, {@code /open/} tells who has logged in,
 * {@code /open/login} logs in as ann with the password of the query, {@code /open/upgrade} changes
 * the protocol until the client ends, {@code /file.txt} is a file, and {@code /kept.txt} one for
 * admins. Closed by whoever makes it.
 */
final class ReloadedServer implements AutoCloseable {
    private static final String SERVLET =
            """
            package a;
            public class Who extends HttpServlet {
                protected void service(HttpServletRequest q, HttpServletResponse r)
                        throws IOException, ServletException {
                    if ("/upgrade".equals(q.getPathInfo())) {
                        q.upgrade(Open.class);
                        return;
                    }
                    if ("/login".equals(q.getPathInfo())) {
                        q.getSession();
                        q.login("ann", q.getQueryString());
                    }
                    r.getWriter().print(q.getRemoteUser());
                }
                public static class Open implements HttpUpgradeHandler, ReadListener {
                    private WebConnection connection;
                    public void init(WebConnection opened) {
                        connection = opened;
                        try {
                            connection.getInputStream().setReadListener(this);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }
                    public void destroy() {}
                    public void onDataAvailable() throws IOException {
                        ServletInputStream in = connection.getInputStream();
                        while (in.isReady() && in.read() >= 0) {}
                    }
                    public void onAllDataRead() throws IOException {
                        try {
                            connection.close();
                        } catch (Exception e) {
                            throw new IOException(e);
                        }
                    }
                    public void onError(Throwable cause) {}
                }
            }
            """;

    private static final String WEB_XML =
            "<web-app metadata-complete='true'><servlet><servlet-name>w</servlet-name>"
                    + "<servlet-class>a.Who</servlet-class></servlet><servlet-mapping>"
                    + "<servlet-name>w</servlet-name><url-pattern>/in/*</url-pattern>"
                    + "<url-pattern>/open/*</url-pattern></servlet-mapping><security-constraint>"
                    + "<web-resource-collection><url-pattern>/in/*</url-pattern>"
                    + "<url-pattern>/kept.txt</url-pattern>"
                    + "</web-resource-collection><auth-constraint><role-name>admin</role-name>"
                    + "</auth-constraint></security-constraint><login-config>"
                    + "<auth-method>BASIC</auth-method></login-config></web-app>";

    final Path base;
    private final Wire wire;
    private final Server server;

    /**
     * @param engine what is inside of Engine, whose host is localhost
     */
    ReloadedServer(Wire wire, Path base, String engine) throws Exception {
        this(wire, base, engine, List.of(), null);
    }

    ReloadedServer(Wire wire, Path base, String engine, List<Valve> valves, Witness.Users users)
            throws Exception {
        this.base = base;
        this.wire = wire;
        Map<String, byte[]> classes = Wars.compile(Files.createDirectories(base), SERVLET);
        for (String name : List.of("ROOT", "other")) {
            Path app = base.resolve("webapps").resolve(name);
            Wars.write(app.resolve("WEB-INF/classes"), classes);
            Files.writeString(app.resolve("WEB-INF/web.xml"), WEB_XML);
            Files.writeString(app.resolve("file.txt"), "a file\n");
            Files.writeString(app.resolve("kept.txt"), "a file\n");
        }
        Files.createDirectories(base.resolve("conf"));
        server = Server.of(config(engine, valves, users), base, base);
        server.start();
    }

    /** A file of users: ann has that password, bob always the same one. */
    void users(String name, String password) throws IOException {
        users(base, name, password);
    }

    static void users(Path base, String name, String password) throws IOException {
        Files.createDirectories(base.resolve("conf"));
        Files.writeString(
                base.resolve("conf").resolve(name),
                "<tomcat-users><user username='ann' password='"
                        + password
                        + "' roles='admin'/><user username='bob' password='b' roles='admin'/>"
                        + "</tomcat-users>");
    }

    /** An element for such a file. */
    static String realm(String name) {
        return "<Realm className='org.apache.catalina.realm.MemoryRealm' pathname='conf/"
                + name
                + "'/>";
    }

    static String host(String inside) {
        return "<Host name='localhost' autoDeploy='false'>" + inside + "</Host>";
    }

    /**
     * @param more valves of the engine behind those of the file
     * @param users in place of the realm of the engine; null for that
     */
    private ServerConfig config(String engine, List<Valve> more, Witness.Users users)
            throws IOException {
        Path file = base.resolve("conf/server.xml");
        Files.writeString(
                file,
                "<Server><Service><Connector port='0' protocol='"
                        + wire.io()
                        + "'/><Engine name='E' defaultHost='localhost'>"
                        + engine
                        + "</Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(file);
        assertThat(result.problems()).isEmpty();
        ServerConfig read = result.config();
        ServiceConfig service = read.services().get(0);
        EngineConfig given = service.engine();
        List<Factory<Valve>> valves = new ArrayList<>(given.valves());
        more.forEach(valve -> valves.add(place -> valve));
        RealmConfig realm = users == null ? given.realm() : RealmConfig.of((Realm) users);
        return new ServerConfig(
                read.at(),
                read.listeners(),
                List.of(
                        new ServiceConfig(
                                service.at(),
                                service.name(),
                                service.gracefulStopAwait(),
                                service.executors(),
                                service.connectors(),
                                new EngineConfig(
                                        given.at(),
                                        given.name(),
                                        given.jvmRoute(),
                                        given.defaultHost(),
                                        given.hosts(),
                                        valves,
                                        realm,
                                        given.singleSignOn()))),
                read.userDatabases(),
                read.globals(),
                read.extensions(),
                read.compatibility());
    }

    void reload(String engine) throws IOException, LifecycleException {
        reload(engine, List.of(), null);
    }

    void reload(String engine, List<Valve> more, Witness.Users users)
            throws IOException, LifecycleException {
        server.reload(config(engine, more, users));
    }

    RawClient connect() throws IOException {
        return new RawClient(wire, server.connectors().get(0).port());
    }

    RawResponse get(String target, String... fields) throws IOException {
        List<String> all = new ArrayList<>(List.of(fields));
        all.add("Connection: close");
        try (RawClient client = connect()) {
            RawResponse response = client.exchange(request(target, all.toArray(String[]::new)));
            // Behind it the request is over for the server, too: what it used is free.
            client.untilItEnds();
            return response;
        }
    }

    static String request(String target, String... fields) {
        return "GET "
                + target
                + " HTTP/1.1\r\nHost: localhost\r\n"
                + Stream.of(fields).map(field -> field + "\r\n").reduce("", String::concat)
                + "\r\n";
    }

    /** The field by which a user with a password logs in: {@code user:password}. */
    static String basic(String user) {
        return "Authorization: Basic "
                + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.US_ASCII));
    }

    /** The files of access logs that are open, by name. */
    List<String> openLogs() throws IOException {
        List<String> open = new ArrayList<>();
        Path logs = base.resolve("logs").toRealPath();
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : all.toList()) {
                Path file = target(descriptor);
                if (file != null && file.startsWith(logs)) {
                    open.add(file.getFileName().toString());
                }
            }
        }
        open.sort(null);
        return open;
    }

    /** Null for one that is closed by now, or is no file. */
    private static Path target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor);
        } catch (IOException e) {
            return null;
        }
    }

    /** Lines of the access logs whose names begin so; all are there once the server is closed. */
    static List<String> lines(Path base, String prefix) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> all = Files.list(base.resolve("logs"))) {
            for (Path file : all.sorted().toList()) {
                if (file.getFileName().toString().startsWith(prefix)) {
                    lines.addAll(Files.readAllLines(file));
                }
            }
        }
        return lines;
    }

    void stop(Duration within) {
        server.stop(within);
    }

    @Override
    public void close() {
        stop(Duration.ofSeconds(20));
    }
}
