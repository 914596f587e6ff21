package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files of webapps/docs/cluster.html, as they stand but for addresses: servers of the packed
 * archive, nginx, and PostgreSQL or Redis, while clients count in their sessions and servers are
 * killed.
 */
@Timeout(600)
class ClusterTest {
    private static final Path NGINX = Path.of("/usr/sbin/nginx");
    private static final String SERVLET =
            """
            package a;
            public class Count extends HttpServlet {
                protected void service(HttpServletRequest q, HttpServletResponse r)
                        throws IOException {
                    HttpSession s = q.getSession();
                    Integer n = (Integer) s.getAttribute("n");
                    n = n == null ? 1 : n + 1;
                    s.setAttribute("n", n);
                    r.setContentType("text/plain");
                    byte[] body = n.toString().getBytes();
                    r.setContentLength(body.length);
                    r.getOutputStream().write(body);
                }
            }
            """;
    private static final String LISTENER =
            """
            package a;
            import java.nio.file.*;
            public class Ends implements HttpSessionListener {
                public void sessionDestroyed(HttpSessionEvent e) {
                    try {
                        Files.writeString(Path.of(e.getSession().getServletContext()
                                .getInitParameter("ends")), e.getSession().getId() + "\\n",
                                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                    } catch (IOException f) {
                        throw new java.io.UncheckedIOException(f);
                    }
                }
            }
            """;

    @TempDir private static Path shared;
    private static Path home;
    private static Map<String, byte[]> classes;

    @TempDir private Path base;
    private final List<Installation> nodes = new ArrayList<>();
    private SharedStore store;
    private Process nginx;
    private int port;
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean over;

    @BeforeAll
    static void unpack() throws Exception {
        assumeTrue(Files.isExecutable(NGINX), "nginx is not installed");
        assumeTrue(Postgres.installed().isPresent(), "PostgreSQL is not installed");
        home = Installation.unpack(shared.resolve("home"));
        classes = Wars.compile(shared, SERVLET, LISTENER);
    }

    /** What keeps the sessions of all servers. */
    interface SharedStore extends AutoCloseable {
        /** How the servers find it. */
        Installation known(Installation node) throws Exception;

        void halt() throws Exception;

        void serve() throws Exception;

        /** Makes the time of all sessions be over; how many there are. */
        int endAll() throws Exception;
    }

    private static final class Database implements SharedStore {
        private final Postgres postgres;

        Database() throws Exception {
            postgres = Postgres.start(Postgres.installed().orElseThrow());
            try (Connection connection = postgres.connect();
                    Statement statement = connection.createStatement()) {
                for (String sql : file("sessions.sql").split(";\\s*")) {
                    statement.execute(sql);
                }
            }
        }

        @Override
        public Installation known(Installation node) {
            return node.with("SESSIONS_PORT", Integer.toString(postgres.port()))
                    .with("SESSIONS_PASSWORD", "change-me");
        }

        @Override
        public void halt() throws Exception {
            postgres.halt();
        }

        @Override
        public void serve() throws Exception {
            postgres.serve();
        }

        @Override
        public int endAll() throws Exception {
            try (Connection connection = postgres.connect("sessions");
                    Statement statement = connection.createStatement()) {
                return statement.executeUpdate("UPDATE tomcat$sessions SET expires = 1");
            }
        }

        @Override
        public void close() throws Exception {
            postgres.close();
        }
    }

    @AfterEach
    void end() throws Exception {
        over = true;
        if (nginx != null) {
            nginx.destroy();
            assertThat(nginx.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        nodes.forEach(Installation::close);
        if (store != null) {
            store.close();
        }
    }

    /** A file of the page. */
    private static String file(String name) throws IOException {
        String page = Files.readString(DocsPage.checkout().resolve("webapps/docs/cluster.html"));
        Matcher found =
                Pattern.compile(
                                "data-file=\"" + Pattern.quote(name) + "\"><code>(.*?)</code>",
                                Pattern.DOTALL)
                        .matcher(page);
        assertThat(found.find()).as(name).isTrue();
        return found.group(1).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    }

    private void startServers(int count, String context) throws Exception {
        startServers(count, "conf/server.xml", context);
    }

    private void startServers(int count, String server, String context) throws Exception {
        if (store == null) {
            store = new Database();
        }
        Path driver =
                Path.of(
                        org.postgresql.Driver.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        for (int i = 0; i < count; i++) {
            Path mine = Files.createDirectories(base.resolve("node" + i));
            Path app = mine.resolve("webapps/count/WEB-INF");
            Wars.write(app.resolve("classes"), classes);
            Files.writeString(
                    app.resolve("web.xml"),
                    "<web-app version='6.1' metadata-complete='true'><context-param>"
                            + "<param-name>ends</param-name><param-value>"
                            + base.resolve("ends.txt")
                            + "</param-value></context-param>"
                            + "<listener><listener-class>a.Ends</listener-class></listener>"
                            + "<servlet><servlet-name>s</servlet-name><servlet-class>a.Count"
                            + "</servlet-class></servlet><servlet-mapping><servlet-name>s"
                            + "</servlet-name><url-pattern>/s</url-pattern></servlet-mapping>"
                            + "</web-app>");
            Files.createDirectories(mine.resolve("conf"));
            Files.writeString(mine.resolve("conf/server.xml"), file(server));
            Files.writeString(mine.resolve("conf/context.xml"), file(context));
            Files.createDirectories(mine.resolve("lib"));
            Files.copy(driver, mine.resolve("lib").resolve(driver.getFileName()));
            Installation node =
                    store.known(new Installation(home, mine))
                            .with("JAVA_OPTS", "-Xmx96m -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
            nodes.add(node);
            node.run("startup.sh").mustSucceed();
        }
    }

    private void startBalancer(String name) throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        String conf = file(name).replace("listen 80;", "listen 127.0.0.1:" + port + ";");
        for (int i = 0; i < nodes.size(); i++) {
            conf = conf.replace("10.0.0.1" + (i + 1) + ":8080", "127.0.0.1:" + nodes.get(i).port);
        }
        assertThat(conf).doesNotContain("10.0.0.");
        Files.writeString(base.resolve("nginx.conf"), conf);
        nginx =
                new ProcessBuilder(
                                NGINX.toString(),
                                "-p",
                                base.toString(),
                                "-c",
                                "nginx.conf",
                                "-e",
                                "nginx-error.log",
                                "-g",
                                "daemon off;")
                        .redirectErrorStream(true)
                        .redirectOutput(base.resolve("nginx.out").toFile())
                        .start();
        Waiting.until("nginx answers", () -> ask(null) != null);
    }

    /** Null if there was no answer. */
    private RawResponse ask(String cookie) {
        try (RawClient client = new RawClient(port)) {
            return ask(client, cookie);
        } catch (IOException | AssertionError e) {
            return null;
        }
    }

    private static RawResponse ask(RawClient client, String cookie) throws IOException {
        String field = cookie == null ? "" : "Cookie: " + cookie + "\r\n";
        return client.exchange("GET /count/s HTTP/1.1\r\nHost: localhost\r\n" + field + "\r\n");
    }

    /** Counts until it is over: what it is told never goes back. Returns the last number. */
    private int count() throws IOException {
        String cookie = null;
        int last = 0;
        RawClient client = null;
        while (!over) {
            try {
                client = client == null ? new RawClient(port) : client;
                RawResponse response = ask(client, cookie);
                if (response.status() != 200) {
                    assertThat(response.status()).isIn(502, 503, 504);
                    refused.incrementAndGet();
                    client.close();
                    client = null;
                    continue;
                }
                int n = Integer.parseInt(response.text());
                assertThat(n).as("after " + last + " with " + cookie).isGreaterThan(last);
                last = n;
                if (response.field("Set-Cookie") != null) {
                    assertThat(cookie).as("the session is the first one").isNull();
                    cookie = Nodes.cookie(response);
                }
                answered.incrementAndGet();
                // The balancer ends a connection after so many requests, and says so before.
                if ("close".equals(response.field("Connection"))) {
                    client.close();
                    client = null;
                }
            } catch (IOException e) {
                refused.incrementAndGet();
                client = null;
            }
        }
        if (client != null) {
            client.close();
        }
        return last;
    }

    private void untilAnswered(int more) throws Exception {
        int wanted = answered.get() + more;
        Waiting.until("answers go on", 60_000, () -> answered.get() >= wanted);
    }

    private void killAndStart(Installation node, int clients) throws Exception {
        ProcessHandle process = node.server();
        assertThat(process.destroyForcibly()).isTrue();
        untilAnswered(2 * clients);
        Waiting.until("its end", () -> !process.isAlive());
        node.run("startup.sh").mustSucceed();
        untilAnswered(2 * clients);
    }

    private void run(int servers, String context, String balancer, int clients, int kills)
            throws Exception {
        startServers(servers, context);
        lose(balancer, clients, kills);
    }

    private void lose(String balancer, int clients, int kills) throws Exception {
        startBalancer(balancer);
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        List<Future<Integer>> counts = new ArrayList<>();
        try {
            for (int i = 0; i < clients; i++) {
                counts.add(threads.submit(this::count));
            }
            untilAnswered(2 * clients);
            for (int i = 0; i < kills; i++) {
                killAndStart(nodes.get(i % nodes.size()), clients);
            }
            int before = refused.get();
            store.halt();
            Waiting.until("it is told", () -> refused.get() > before + clients);
            store.serve();
            untilAnswered(4 * clients);
            over = true;
            for (Future<Integer> each : counts) {
                assertThat(each.get(60, TimeUnit.SECONDS)).isPositive();
            }
        } finally {
            over = true;
            threads.shutdownNow();
        }
        System.out.println(
                clients
                        + " clients, "
                        + kills
                        + " kills: "
                        + answered
                        + " answered, "
                        + refused
                        + " refused");
        endsAreToldOnce();
    }

    private void endsAreToldOnce() throws Exception {
        Path ends = base.resolve("ends.txt");
        // Those whose first request could not be saved have ended at once.
        int before = Files.exists(ends) ? Files.readAllLines(ends).size() : 0;
        int sessions = store.endAll();
        Waiting.until(
                "all ends are told",
                60_000,
                () -> Files.exists(ends) && Files.readAllLines(ends).size() >= before + sessions);
        assertThat(Files.readAllLines(ends)).hasSize(before + sessions).doesNotHaveDuplicates();
    }

    @Test
    void threeServersWithoutStickinessLoseNoCount() throws Exception {
        run(3, "conf/context.xml", "nginx.conf", 40, 2);
    }

    @Test
    void norWhereRedisHasTheSessions() throws Exception {
        assumeTrue(RedisServer.isInstalled(), "Redis is not installed");
        store = new RedisServer(base.resolve("redis"), file("redis.conf"));
        startServers(3, "conf/server-redis.xml", "conf/context-redis.xml");
        lose("nginx.conf", 40, 2);
    }

    @Test
    @Tag("full")
    void twoHundredClientsTenKillsAndRedis() throws Exception {
        assumeTrue(RedisServer.isInstalled(), "Redis is not installed");
        store = new RedisServer(base.resolve("redis"), file("redis.conf"));
        startServers(3, "conf/server-redis.xml", "conf/context-redis.xml");
        lose("nginx.conf", 200, 10);
    }

    @Test
    @Tag("full")
    void twoHundredClientsAndTenKills() throws Exception {
        run(3, "conf/context.xml", "nginx.conf", 200, 10);
    }

    @Test
    @Tag("full")
    void twoServersWithStickinessLoseNoCount() throws Exception {
        startServers(2, "conf/context-sticky.xml");
        startBalancer("nginx-sticky.conf");
        ExecutorService threads = Executors.newFixedThreadPool(40);
        List<Future<Integer>> counts = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            counts.add(threads.submit(this::count));
        }
        try {
            untilAnswered(80);
            killAndStart(nodes.get(0), 40);
            killAndStart(nodes.get(1), 40);
            over = true;
            for (Future<Integer> each : counts) {
                assertThat(each.get(60, TimeUnit.SECONDS)).isPositive();
            }
        } finally {
            over = true;
            threads.shutdownNow();
        }
    }
}
