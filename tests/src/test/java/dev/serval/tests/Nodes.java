package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.container.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Servers of one process with the same application, and one store. Used by one thread. */
final class Nodes implements AutoCloseable {
    /** The application at /shop: what a request does stands in its query. */
    private static final String SERVLET =
            """
            package a;
            import java.util.concurrent.*;
            public class Count extends HttpServlet {
                private static CountDownLatch gate = new CountDownLatch(1);
                private static final Semaphore waiting = new Semaphore(0);
                protected void service(HttpServletRequest q, HttpServletResponse r)
                        throws IOException, ServletException {
                    String how = String.valueOf(q.getQueryString());
                    if (how.equals("open")) {
                        gate.countDown();
                        gate = new CountDownLatch(1);
                        return;
                    }
                    if (how.equals("waits")) {
                        try {
                            r.getWriter().print(waiting.tryAcquire(20, TimeUnit.SECONDS));
                        } catch (InterruptedException e) {
                            throw new ServletException(e);
                        }
                        return;
                    }
                    HttpSession s = q.getSession(how.equals("new"));
                    if (s == null) {
                        r.getWriter().print("none");
                        return;
                    }
                    switch (how) {
                        case "new": s.setAttribute("n", 0); break;
                        case "read": break;
                        case "login": q.login("ann", "secret"); break;
                        case "end": s.invalidate(); return;
                        case "fill":
                            s.setAttribute("large", "x".repeat(5000));
                            waits();
                            return;
                        case "declared":
                            r.setContentLength(5);
                            r.getOutputStream().print("hello");
                            waits();
                            add(s);
                            return;
                        case "large":
                            r.setContentLength(100_000);
                            r.getOutputStream().write(new byte[90_000]);
                            r.getOutputStream().write(new byte[10_000]);
                            waits();
                            add(s);
                            return;
                        case "buffer":
                            r.setContentLength(8192);
                            r.getOutputStream().write(new byte[8192]);
                            waits();
                            add(s);
                            return;
                        case "closed":
                            r.getOutputStream().print("hello");
                            r.getOutputStream().close();
                            waits();
                            add(s);
                            return;
                        case "writer":
                            r.getWriter().print("hello");
                            r.getWriter().close();
                            waits();
                            add(s);
                            return;
                        case "flushed":
                            r.getOutputStream().print("hello");
                            r.flushBuffer();
                            waits();
                            add(s);
                            return;
                        case "nothing":
                            r.setStatus(204);
                            r.flushBuffer();
                            waits();
                            add(s);
                            return;
                        case "head":
                            r.setContentLength(5);
                            r.flushBuffer();
                            waits();
                            add(s);
                            return;
                        case "redirect":
                            r.sendRedirect("elsewhere");
                            waits();
                            add(s);
                            return;
                        case "async":
                            AsyncContext c = q.startAsync();
                            c.start(() -> {
                                try {
                                    r.setContentLength(5);
                                    r.getOutputStream().print("hello");
                                    waits();
                                    add(s);
                                    c.complete();
                                } catch (IOException e) {
                                    throw new RuntimeException(e);
                                }
                            });
                            return;
                        case "listened":
                            AsyncContext a = q.startAsync();
                            r.setContentLength(5);
                            ServletOutputStream out = r.getOutputStream();
                            out.setWriteListener(new WriteListener() {
                                public void onWritePossible() throws IOException {
                                    if (out.isReady()) {
                                        out.print("hello");
                                        waits();
                                        add(s);
                                        a.complete();
                                    }
                                }
                                public void onError(Throwable e) { e.printStackTrace(); }
                            });
                            return;
                        default: add(s);
                    }
                    r.getWriter().print(s.getAttribute("n") + " " + q.getRemoteUser() + " "
                            + q.getAuthType());
                }
                private static void add(HttpSession s) {
                    s.setAttribute("n", 1 + (Integer) s.getAttribute("n"));
                }
                private static void waits() {
                    CountDownLatch mine = gate;
                    waiting.release();
                    try {
                        if (!mine.await(20, TimeUnit.SECONDS)) {
                            throw new IllegalStateException("nobody has opened the gate");
                        }
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
            """;

    private static final String LISTENER =
            """
            package a;
            public class Ends implements HttpSessionListener {
                public void sessionDestroyed(HttpSessionEvent e) {
                    System.setProperty("ended." + e.getSession().getId(),
                            System.getProperty("ended." + e.getSession().getId(), "")
                            + e.getSession().getAttribute("n") + ";");
                }
            }
            """;
    private static final String WEB_XML =
            "<web-app version='6.1' metadata-complete='true'>"
                    + "<listener><listener-class>a.Ends</listener-class></listener>"
                    + "<servlet><servlet-name>s</servlet-name>"
                    + "<servlet-class>a.Count</servlet-class>"
                    + "<async-supported>true</async-supported></servlet><servlet-mapping>"
                    + "<servlet-name>s</servlet-name><url-pattern>/s</url-pattern>"
                    + "</servlet-mapping>";
    private static final String BASIC =
            "<login-config><auth-method>BASIC</auth-method></login-config>";

    /** All of the application is for users who have logged in by FORM. */
    static final String FORM =
            "<security-constraint><web-resource-collection><web-resource-name>all"
                    + "</web-resource-name><url-pattern>/s</url-pattern></web-resource-collection>"
                    + "<auth-constraint><role-name>r</role-name></auth-constraint>"
                    + "</security-constraint><login-config><auth-method>FORM</auth-method>"
                    + "<form-login-config><form-login-page>/login.html</form-login-page>"
                    + "<form-error-page>/error.html</form-error-page></form-login-config>"
                    + "</login-config><security-role><role-name>r</role-name></security-role>";

    private final Path base;
    private final Path driver;
    private final String resource;
    private final String connector;
    private final Map<String, byte[]> classes;
    private String login = BASIC;
    private List<String> names = List.of("shop");
    private String server = "";
    final List<Server> servers = new ArrayList<>();

    /**
     * @param driver a class of the driver of the database
     * @param resource the attributes of the global Resource jdbc/sessions
     */
    Nodes(Path base, Class<?> driver, String resource, String connector) throws Exception {
        this.base = base;
        this.driver = Path.of(driver.getProtectionDomain().getCodeSource().getLocation().toURI());
        this.resource = resource;
        this.connector = connector;
        classes = Wars.compile(base, SERVLET, LISTENER);
    }

    /** Users log in so. */
    Nodes login(String elements) {
        login = elements;
        return this;
    }

    /** The application is at these paths, in place of /shop alone. */
    Nodes applications(String... all) {
        names = List.of(all);
        return this;
    }

    /** More elements of the Server. */
    Nodes server(String elements) {
        server = elements;
        return this;
    }

    /** Starts one more. */
    Nodes start(String context) throws Exception {
        Path home = base.resolve("node" + servers.size());
        for (String name : names) {
            Path app = home.resolve("webapps").resolve(name);
            Wars.write(app.resolve("WEB-INF/classes"), classes);
            Files.writeString(app.resolve("WEB-INF/web.xml"), WEB_XML + login + "</web-app>");
            Files.writeString(app.resolve("login.html"), "log in");
            Files.writeString(app.resolve("error.html"), "wrong");
            Files.createDirectories(app.resolve("META-INF"));
            Files.writeString(
                    app.resolve("META-INF/context.xml"), "<Context>" + context + "</Context>");
        }
        Path lib = Files.createDirectories(home.resolve("lib"));
        Files.copy(driver, lib.resolve(driver.getFileName()));
        Path file = Files.createDirectories(home.resolve("conf")).resolve("server.xml");
        Files.writeString(
                home.resolve("conf/users.xml"),
                "<tomcat-users><user username='ann' password='secret' roles='r'/></tomcat-users>");
        Files.writeString(
                file,
                "<Server>"
                        + server
                        + "<GlobalNamingResources><Resource name='jdbc/sessions' auth='Container' "
                        + resource
                        + "/></GlobalNamingResources><Service>"
                        + connector
                        + "<Engine name='E' defaultHost='localhost'>"
                        + "<Realm className='org.apache.catalina.realm.MemoryRealm'"
                        + " pathname='conf/users.xml'/><Host name='localhost' autoDeploy='false'/>"
                        + "</Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(file);
        assertThat(result.problems()).isEmpty();
        Server server = Server.of(result.config(), home, home);
        server.start();
        servers.add(server);
        return this;
    }

    static String manager(String attributes) {
        return manager(attributes, "");
    }

    static String manager(String attributes, String elements) {
        return "<Manager className='org.apache.catalina.session.PersistentManager' "
                + attributes
                + "><Store className='org.apache.catalina.session.DataSourceStore'"
                + " dataSourceName='jdbc/sessions' createTable='true' timeout='2'/>"
                + elements
                + "</Manager>";
    }

    int port(int node) {
        return servers.get(node).connectors().get(0).port();
    }

    RawResponse ask(int node, String how, String cookie) throws IOException {
        return ask("GET", node, how, cookie);
    }

    RawResponse ask(String method, int node, String how, String cookie) throws IOException {
        return ask(method, node, "shop", how, cookie);
    }

    RawResponse ask(String method, int node, String application, String how, String cookie)
            throws IOException {
        String field = cookie == null ? "" : "Cookie: " + cookie + "\r\n";
        try (RawClient client = new RawClient(Wire.NIO, port(node))) {
            return client.exchange(
                    method
                            + " /"
                            + application
                            + "/s?"
                            + how
                            + " HTTP/1.1\r\nHost: localhost\r\n"
                            + field
                            + "\r\n");
        }
    }

    String text(int node, String how, String cookie) throws IOException {
        return ask(node, how, cookie).text();
    }

    /** The cookie of a new session. */
    String visit(int node) throws IOException {
        return cookie(ask(node, "new", null));
    }

    static String cookie(RawResponse response) {
        return response.field("Set-Cookie").replaceFirst(";.*", "");
    }

    @Override
    public void close() {
        servers.forEach(server -> server.stop(Duration.ofSeconds(10)));
    }
}
