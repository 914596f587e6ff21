package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
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

    /** Whether ids name their server; copies of sessions stay with it then. */
    private boolean routed;

    private Process balancer;
    private int port;
    private final List<Future<Integer>> counts = new ArrayList<>();
    private volatile Times times = new Times();
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
        if (balancer != null) {
            FrontProgram.stop(balancer);
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
        startServers(count, server, context, UnaryOperator.identity());
    }

    private void startServers(
            int count, String server, String context, UnaryOperator<String> change)
            throws Exception {
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
            Files.writeString(mine.resolve("conf/context.xml"), change.apply(file(context)));
            Files.createDirectories(mine.resolve("lib"));
            Files.copy(driver, mine.resolve("lib").resolve(driver.getFileName()));
            if (routed) {
                Files.writeString(
                        Files.createDirectories(mine.resolve("bin")).resolve("setenv.sh"),
                        file("bin/setenv.sh").replace("node1", "node" + (i + 1)));
            }
            Installation node =
                    store.known(new Installation(home, mine)).with("SERVAL_OPTS", "-Xmx96m");
            nodes.add(node);
            node.run("startup.sh").mustSucceed();
        }
    }

    private String forNodes(String conf) {
        String filled = conf;
        for (int i = 0; i < nodes.size(); i++) {
            filled =
                    filled.replace(
                            "10.0.0.1" + (i + 1) + ":8080", "127.0.0.1:" + nodes.get(i).port);
        }
        assertThat(filled).doesNotContain("10.0.0.");
        return filled;
    }

    private void startNginx(String name) throws Exception {
        port = FreePort.find();
        Files.writeString(
                base.resolve("nginx.conf"),
                forNodes(file(name)).replace("listen 80;", "listen 127.0.0.1:" + port + ";"));
        balancer =
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

    private void startHttpd() throws Exception {
        assumeTrue(FrontProgram.HTTPD.isInstalled(), "httpd is not installed");
        port = FreePort.find();
        Path own = Files.createDirectories(base.resolve("httpd"));
        balancer =
                FrontProgram.HTTPD.start(
                        own,
                        "Listen 127.0.0.1:"
                                + port
                                + "\n"
                                + forNodes(file("httpd.conf")).replace("*:80>", "*:" + port + ">")
                                + "\n",
                        file("httpd.modules"));
        Waiting.until("httpd answers", () -> ask(null) != null);
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

    /**
     * As a client sees it that has kept its connection.
     *
     * @throws IOException if the connection has ended instead, as balancers may do between requests
     */
    private static RawResponse answer(RawClient client, String cookie) throws IOException {
        try {
            return ask(client, cookie);
        } catch (AssertionError e) {
            if ("the stream ended in the line: ".equals(e.getMessage())) {
                throw new IOException("no answer", e);
            }
            throw e;
        }
    }

    /** Clients do not come again at once. */
    private void refuse() {
        refused.incrementAndGet();
        LockSupport.parkNanos(REST_NANOS);
    }

    /** Counts until it is over: what it is told never goes back. Returns the last number. */
    private int count() throws IOException {
        String cookie = null;
        int last = 0;
        RawClient client = null;
        while (!over) {
            try {
                client = client == null ? new RawClient(port) : client;
                long start = System.nanoTime();
                RawResponse response = answer(client, cookie);
                times.add(System.nanoTime() - start);
                if (response.status() != 200) {
                    assertThat(response.status()).isIn(502, 503, 504);
                    refuse();
                    client.close();
                    client = null;
                    continue;
                }
                int n = Integer.parseInt(response.text());
                assertThat(n).as("after " + last + " with " + cookie).isGreaterThan(last);
                last = n;
                if (response.field("Set-Cookie") != null) {
                    String now = Nodes.cookie(response);
                    if (cookie != null) {
                        assertThat(routed).as("the session is the first one").isTrue();
                        assertThat(unrouted(now)).isEqualTo(unrouted(cookie));
                    }
                    cookie = now;
                }
                answered.incrementAndGet();
                // The balancer ends a connection after so many requests, and says so before.
                if ("close".equals(response.field("Connection"))) {
                    client.close();
                    client = null;
                }
            } catch (IOException e) {
                refuse();
                client = null;
            }
        }
        if (client != null) {
            client.close();
        }
        return last;
    }

    private static String unrouted(String cookie) {
        return cookie.replaceFirst("\\.node[1-3]$", "");
    }

    private void untilAnswered(int more) throws Exception {
        int wanted = answered.get() + more;
        Waiting.until(
                "answers go on",
                60_000,
                () -> answered.get() >= wanted || counts.stream().anyMatch(Future::isDone));
        for (Future<Integer> each : counts) {
            if (each.isDone()) {
                each.get();
            }
        }
    }

    private void killAndStart(Installation node, int clients) throws Exception {
        ProcessHandle process = node.server();
        assertThat(process.destroyForcibly()).isTrue();
        untilAnswered(2 * clients);
        Waiting.until("its end", () -> !process.isAlive());
        node.run("startup.sh").mustSucceed();
        untilAnswered(2 * clients);
    }

    /** How long answers took, those of refusals included. Any thread. */
    private static final class Times {
        private final Queue<Long> nanos = new ConcurrentLinkedQueue<>();

        void add(long took) {
            nanos.add(took);
        }

        @Override
        public String toString() {
            long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
            int last = sorted.length - 1;
            return String.format(
                    "%d answers, p50 %.1f, p99 %.1f, most %.1f ms",
                    sorted.length,
                    sorted[last / 2] / 1e6,
                    sorted[last * 99 / 100] / 1e6,
                    sorted[last] / 1e6);
        }
    }

    /** Those until now; what follows is counted anew. */
    private Times timesUntilNow() {
        Times until = times;
        times = new Times();
        return until;
    }

    /** What the servers have said of the store, for who looks into a failure. */
    private void tell() throws IOException {
        try (Stream<Path> files = Files.walk(base)) {
            for (Path log : files.filter(each -> each.toString().endsWith(".log")).toList()) {
                System.out.println(log);
                Files.readAllLines(log, StandardCharsets.ISO_8859_1).stream()
                        .filter(line -> line.contains("SRV-07"))
                        .limit(50)
                        .forEach(System.out::println);
            }
        }
    }

    private void lose(int clients, int kills) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            for (int i = 0; i < clients; i++) {
                counts.add(threads.submit(this::count));
            }
            untilAnswered(2 * clients);
            for (int i = 0; i < kills; i++) {
                killAndStart(nodes.get(i % nodes.size()), clients);
            }
            System.out.println("while servers are killed: " + timesUntilNow());
            untilAnswered(10 * clients);
            System.out.println("all servers are there: " + timesUntilNow());
            int before = refused.get();
            store.halt();
            if (routed) {
                untilAnswered(10 * clients);
            } else {
                Waiting.until("it is told", () -> refused.get() > before + clients);
            }
            System.out.println("the store is down: " + timesUntilNow());
            store.serve();
            untilAnswered(4 * clients);
            System.out.println("it is started: " + timesUntilNow());
            untilAnswered(10 * clients);
            System.out.println("it is there again: " + timesUntilNow());
            over = true;
            for (Future<Integer> each : counts) {
                assertThat(each.get(60, TimeUnit.SECONDS)).isPositive();
            }
        } catch (Exception | Error e) {
            tell();
            throw e;
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
        if (routed) {
            // What a server could not save before is saved meanwhile, and has to end too.
            Waiting.until("all sessions have ended", 60_000, () -> store.endAll() == 0);
        }
        Waiting.until(
                "all ends are told",
                60_000,
                () -> Files.exists(ends) && Files.readAllLines(ends).size() >= before + sessions);
        assertThat(Files.readAllLines(ends)).doesNotHaveDuplicates();
        if (!routed) {
            assertThat(Files.readAllLines(ends)).hasSize(before + sessions);
        }
    }

    @Test
    void threeServersWithoutStickinessLoseNoCount() throws Exception {
        startServers(3, "conf/context.xml");
        startNginx("nginx.conf");
        lose(40, 2);
    }

    @Test
    void norWhereRedisHasTheSessions() throws Exception {
        assumeTrue(RedisServer.isInstalled(), "Redis is not installed");
        store = new RedisServer(base.resolve("redis"), file("redis.conf"));
        startServers(3, "conf/server-redis.xml", "conf/context-redis.xml");
        startNginx("nginx.conf");
        lose(40, 2);
    }

    @Test
    @Tag("full")
    void twoHundredClientsTenKillsAndRedis() throws Exception {
        assumeTrue(RedisServer.isInstalled(), "Redis is not installed");
        store = new RedisServer(base.resolve("redis"), file("redis.conf"));
        startServers(3, "conf/server-redis.xml", "conf/context-redis.xml");
        startNginx("nginx.conf");
        lose(200, 10);
    }

    @Test
    @Tag("full")
    void twoHundredClientsAndTenKills() throws Exception {
        startServers(3, "conf/context.xml");
        startNginx("nginx.conf");
        lose(200, 10);
    }

    @Test
    @Tag("full")
    void twoHundredClientsTenKillsAndStickyHttpd() throws Exception {
        routed = true;
        startServers(3, "conf/context-sticky.xml");
        startHttpd();
        lose(200, 10);
    }

    @Test
    @Tag("full")
    void twoHundredClientsTenKillsRedisAndStickyHttpd() throws Exception {
        routed = true;
        assumeTrue(RedisServer.isInstalled(), "Redis is not installed");
        store = new RedisServer(base.resolve("redis"), file("redis.conf"));
        startServers(
                3,
                "conf/server-redis.xml",
                "conf/context-redis.xml",
                text -> text.replace("sharing=\"free\"", "sharing=\"sticky\""));
        startHttpd();
        lose(200, 10);
    }

    @Test
    @Tag("full")
    void twoServersWithStickinessLoseNoCount() throws Exception {
        startServers(2, "conf/context-sticky.xml");
        startNginx("nginx-sticky.conf");
        ExecutorService threads = Executors.newFixedThreadPool(40);
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
