package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.container.Server;
import dev.serval.embed.Serval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Promises of the Manager: what is left of sessions after a restart, and after a reload. */
class SessionsOverRestartTest {
    private static final String SERVLET =
            """
            package a;
            public class Shop extends HttpServlet {
                protected void service(HttpServletRequest q, HttpServletResponse r)
                        throws IOException, ServletException {
                    String asked = String.valueOf(q.getPathInfo());
                    HttpSession s = q.getSession(asked.equals("/new"));
                    if (s == null) {
                        r.getWriter().print("none");
                        return;
                    }
                    if (asked.equals("/new")) {
                        s.setAttribute("basket", new Basket());
                        s.setAttribute("old", old());
                        s.setAttribute("thread", Thread.currentThread());
                    }
                    if (asked.equals("/login")) {
                        q.login("ann", "secret");
                    }
                    Basket basket = (Basket) s.getAttribute("basket");
                    basket.goods++;
                    r.getWriter().print(basket.goods + " " + s.getAttribute("old") + " "
                            + s.getAttribute("thread") + " " + q.getRemoteUser() + " "
                            + version());
                }
                static Object old() { return new Old(); }
                static int version() { return 1; }
            }
            """;
    private static final String BASKET =
            """
            package a;
            public class Basket implements Serializable {
                private static final long serialVersionUID = 7;
                int goods;
            }
            """;
    private static final String OLD =
            """
            package a;
            public class Old implements Serializable {
                private static final long serialVersionUID = 1;
                public String toString() { return "old"; }
            }
            """;
    private static final String WEB_XML =
            "<web-app metadata-complete='true'><servlet><servlet-name>s</servlet-name>"
                    + "<servlet-class>a.Shop</servlet-class></servlet><servlet-mapping>"
                    + "<servlet-name>s</servlet-name><url-pattern>/s/*</url-pattern>"
                    + "</servlet-mapping></web-app>";

    @TempDir private static Path scratch;
    private static Map<String, byte[]> first;
    private static Map<String, byte[]> second;
    @TempDir private Path base;

    /** The second release has no class Old. */
    @BeforeAll
    static void compile() throws Exception {
        first = app(Wars.compile(scratch, SERVLET, BASKET, OLD));
        String next = SERVLET.replace("new Old()", "null").replace("return 1;", "return 2;");
        second = app(Wars.compile(scratch, next, BASKET));
    }

    private static Map<String, byte[]> app(Map<String, byte[]> classes) {
        Map<String, byte[]> files = new LinkedHashMap<>(Wars.below("WEB-INF/classes/", classes));
        files.put("WEB-INF/web.xml", Wars.text(WEB_XML));
        return files;
    }

    private void application(String context) throws IOException {
        Wars.write(base.resolve("webapps/shop"), first);
        if (!context.isEmpty()) {
            Path file = base.resolve("webapps/shop/META-INF/context.xml");
            Files.createDirectories(file.getParent());
            Files.writeString(file, "<Context>" + context + "</Context>");
        }
    }

    private Server start() throws Exception {
        Path conf = Files.createDirectories(base.resolve("conf"));
        Path file = conf.resolve("server.xml");
        Files.writeString(
                conf.resolve("users.xml"),
                "<tomcat-users><user username='ann' password='secret' roles='r'/></tomcat-users>");
        Files.writeString(
                file,
                "<Server><Service><Connector port='0'/><Engine name='E' defaultHost='localhost'>"
                        + "<Realm className='org.apache.catalina.realm.MemoryRealm'"
                        + " pathname='conf/users.xml'/><Host name='localhost' autoDeploy='false'/>"
                        + "</Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(file);
        assertThat(result.problems()).isEmpty();
        Server server = Server.of(result.config(), base, base);
        server.start();
        return server;
    }

    private static void stop(Server server) {
        server.stop(Duration.ofSeconds(20));
    }

    private static RawResponse ask(int port, String path, String cookie) throws IOException {
        String field = cookie == null ? "" : "Cookie: " + cookie + "\r\n";
        try (RawClient client = new RawClient(Wire.NIO, port)) {
            return client.exchange(
                    "GET /shop/s" + path + " HTTP/1.1\r\nHost: localhost\r\n" + field + "\r\n");
        }
    }

    private static String text(int port, String path, String cookie) throws IOException {
        return ask(port, path, cookie).text();
    }

    private static String text(Server server, String path, String cookie) throws IOException {
        return text(server.connectors().get(0).port(), path, cookie);
    }

    /** The cookie of a new session with attributes. */
    private static String visit(int port) throws IOException {
        RawResponse response = ask(port, "/new", null);
        assertThat(response.text()).startsWith("1 old Thread[");
        return cookie(response);
    }

    private static String visit(Server server) throws IOException {
        return visit(server.connectors().get(0).port());
    }

    /** The cookie after the login, which changes the id. */
    private static String login(Server server, String cookie) throws IOException {
        RawResponse response = ask(server.connectors().get(0).port(), "/login", cookie);
        assertThat(response.text()).startsWith("2 old Thread[").endsWith(" ann 1");
        return cookie(response);
    }

    private static String cookie(RawResponse response) {
        return response.field("Set-Cookie").replaceFirst(";.*", "");
    }

    private Path file() {
        return base.resolve("work/E/localhost/shop/SESSIONS.ser");
    }

    @Test
    void sessionsAreThereAfterARestart() throws Exception {
        application("");
        Server server = start();
        String cookie = visit(server);
        cookie = login(server, cookie);
        try (ServerLog log = new ServerLog()) {
            stop(server);
            assertThat(log.about("/shop")).hasSize(1);
            assertThat(log.about("/shop").get(0)).startsWith("SRV-0710").contains("thread");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        server = start();
        try {
            assertThat(text(server, "/", cookie))
                    .as("the attribute that cannot be written, and the login, are not there")
                    .isEqualTo("3 old null null 1");
        } finally {
            stop(server);
        }
    }

    @Test
    void aLoginIsKeptWithPersistAuthentication() throws Exception {
        application("<Manager persistAuthentication='true'/>");
        Server server = start();
        String cookie = visit(server);
        cookie = login(server, cookie);
        stop(server);
        assertThat(Files.readString(file(), java.nio.charset.StandardCharsets.ISO_8859_1))
                .contains("ann")
                .doesNotContain("secret");
        server = start();
        try {
            assertThat(text(server, "/", cookie)).isEqualTo("3 old null ann 1");
        } finally {
            stop(server);
        }
    }

    @Test
    void anEmptyPathnameEndsThem() throws Exception {
        application("<Manager pathname=''/>");
        Server server = start();
        String cookie = visit(server);
        stop(server);
        assertThat(file()).doesNotExist();
        server = start();
        try {
            assertThat(text(server, "/", cookie)).isEqualTo("none");
        } finally {
            stop(server);
        }
    }

    /** Security rule 20: hostile bytes cost the session, and nothing else. */
    @Test
    void aDamagedFileKeepsNoServerFromStarting() throws Exception {
        application("");
        Server server = start();
        String cookie = visit(server);
        stop(server);
        byte[] whole = Files.readAllBytes(file());
        byte[] hostile = whole.clone();
        Arrays.fill(hostile, 60, 90, (byte) 0x7f);
        for (byte[] bytes : new byte[][] {Arrays.copyOf(whole, whole.length / 2), hostile}) {
            Files.write(file(), bytes);
            try (ServerLog log = new ServerLog()) {
                server = start();
                try {
                    assertThat(text(server, "/", cookie)).isEqualTo("none");
                    assertThat(visit(server)).isNotEqualTo(cookie);
                } finally {
                    stop(server);
                }
                assertThat(log.about("/shop")).anyMatch(line -> line.startsWith("SRV-0713"));
            }
        }
        Files.write(file(), whole);
        server = start();
        try {
            assertThat(text(server, "/", cookie)).isEqualTo("2 old null null 1");
        } finally {
            stop(server);
        }
    }

    /** By a store after each request: the process may be killed at any time. */
    @Test
    void withAPersistentValveAnotherProcessHasThem() throws Exception {
        application(
                "<Valve className='org.apache.catalina.valves.PersistentValve'/><Manager"
                        + " className='org.apache.catalina.session.PersistentManager'"
                        + " maxActiveSessions='1'><Store"
                        + " className='org.apache.catalina.session.FileStore'"
                        + " directory='sessions'/></Manager>");
        Server killed = start();
        Server next = null;
        try {
            String cookie = visit(killed);
            assertThat(text(killed, "/", cookie)).startsWith("2 old Thread[");
            try (Stream<Path> files = Files.list(file().resolveSibling("sessions"))) {
                assertThat(files).hasSize(1);
            }
            next = start();
            assertThat(text(next, "/", cookie)).isEqualTo("3 old null null 1");
            int port = next.connectors().get(0).port();
            assertThat(ask(port, "/new", null).status()).as("the first makes room").isEqualTo(200);
            assertThat(text(next, "/", cookie)).isEqualTo("4 old null null 1");
        } finally {
            stop(killed);
            if (next != null) {
                stop(next);
            }
        }
    }

    @Test
    void beyondMaxActiveSessionsNoneIsMade() throws Exception {
        application("<Manager maxActiveSessions='1' sessionIdLength='32'/>");
        Server server = start();
        try {
            String cookie = visit(server);
            assertThat(cookie).hasSize("JSESSIONID=".length() + 64);
            int port = server.connectors().get(0).port();
            assertThat(ask(port, "/new", null).status()).isEqualTo(500);
            assertThat(ask(port, "/", cookie).status()).isEqualTo(200);
        } finally {
            stop(server);
        }
    }

    /** With the classes of the new release; nothing is written. */
    @Test
    void sessionsPassToTheApplicationThatReplacesTheirs() throws Exception {
        Path war = base.resolve("shop.war");
        Files.write(war, Wars.zip(first));
        try (Serval serval = Serval.onPort(0).webapp("/shop", war).start();
                ServerLog log = new ServerLog()) {
            String cookie = visit(serval.port());
            Files.write(war, Wars.zip(second));
            serval.deploy("/shop", war);
            assertThat(text(serval.port(), "/", cookie)).isEqualTo("2 null null null 2");
            assertThat(text(serval.port(), "/", cookie)).isEqualTo("3 null null null 2");
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("SRV-0711"))
                    .singleElement()
                    .asString()
                    .contains("attribute old ", "a.Old");
        }
    }

    @Test
    void anEmbeddedServerWritesNothing() throws Exception {
        Path war = base.resolve("shop.war");
        Files.write(war, Wars.zip(first));
        try (Serval serval = Serval.onPort(0).webapp("/shop", war).start()) {
            visit(serval.port());
        }
        try (Stream<Path> all = Files.walk(base)) {
            assertThat(all.map(Path::toString)).noneMatch(name -> name.endsWith(".ser"));
        }
    }
}
