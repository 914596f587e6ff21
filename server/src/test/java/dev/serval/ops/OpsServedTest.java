package dev.serval.ops;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Logger;
import dev.serval.LoggedEvents;
import dev.serval.config.ServerXml;
import dev.serval.container.Server;
import dev.serval.lifecycle.LogLevels;
import dev.serval.monitor.StartedWith;
import dev.serval.thread.ThreadFailures;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The ops endpoint and the beans of one server, seen by their clients. */
@Timeout(60)
class OpsServedTest {
    private static final String DOMAIN = "OpsServed";
    private static final String LATCH = "dev.serval.ops.test";

    @TempDir private static Path base;

    private static final Map<String, String> LEVELS = new TreeMap<>(Map.of("ROOT", "INFO"));
    private static Server server;
    private static int opsPort;

    /**
     * Tests before this one in the same process may have let threads of the server fail, behind
     * which it would never be ready again.
     */
    @BeforeAll
    static void heal() throws ReflectiveOperationException {
        Field since = ThreadFailures.class.getDeclaredField("since");
        since.setAccessible(true);
        since.setLong(ThreadFailures.PROCESS, 0);
    }

    @BeforeAll
    static void start() throws Exception {
        System.getProperties().put(LATCH, new CountDownLatch(1));
        Path classes = Files.createDirectories(base.resolve("webapps/ROOT/WEB-INF/classes"));
        Files.writeString(base.resolve("webapps/ROOT/index.html"), "home");
        Path source = base.resolve("Held.java");
        Files.writeString(
                source,
                "@jakarta.servlet.annotation.WebServlet(urlPatterns=\"/held\", name=\"held\")"
                        + " public class Held extends jakarta.servlet.http.HttpServlet { protected void"
                        + " doGet(jakarta.servlet.http.HttpServletRequest q,"
                        + " jakarta.servlet.http.HttpServletResponse s) throws java.io.IOException { if"
                        + " (q.getParameter(\"session\") != null) q.getSession(); if"
                        + " (q.getParameter(\"wait\") != null) try {"
                        + " ((java.util.concurrent.CountDownLatch) System.getProperties().get(\""
                        + LATCH
                        + "\")).await(); } catch (InterruptedException e) { }"
                        + " s.getWriter().print(\"done\"); } }");
        int compiled =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "-proc:none",
                                "-d",
                                classes.toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                source.toString());
        assertThat(compiled).isZero();
        Path traced = Files.createDirectories(base.resolve("webapps/traced/META-INF"));
        Files.writeString(traced.resolveSibling("index.html"), "traced");
        Files.writeString(
                traced.resolve("context.xml"),
                "<Context><Valve className='TraceContextValve' responseField='traceparent'/>"
                        + "</Context>");
        Path xml = Files.createDirectories(base.resolve("conf")).resolve("server.xml");
        Files.writeString(
                xml,
                "<Server port='-1' shutdown='sesame'>\n<Listener className='OpsEndpoint' port='0'"
                        + " hosts='ops.example'/>\n"
                        + "<Listener className='JmxBeans' jmxDomain='"
                        + DOMAIN
                        + "'/>\n<GlobalNamingResources><Resource name='r' type='a.B'"
                        + " factory='org.apache.naming.factory.BeanFactory' password='sesame'"
                        + " url='jdbc:x://a:open@b/c?password=sesame'/><Environment"
                        + " name='smtp.password' type='java.lang.String' value='sesame'/>"
                        + "</GlobalNamingResources>\n"
                        + "<Service name='S'>\n<Connector port='0' maxThreads='2'/>\n"
                        + "<Engine name='E' defaultHost='localhost'><Host name='localhost'"
                        + " appBase='webapps'/></Engine></Service></Server>");
        LoggedEvents events = new LoggedEvents();
        Logger logger = (Logger) LoggerFactory.getLogger(OpsEndpoint.class);
        logger.addAppender(events);
        ServerXml.Result result = ServerXml.read(xml, name -> null);
        assertThat(result.errors()).isEmpty();
        LogLevels levels =
                new LogLevels() {
                    @Override
                    public Map<String, String> levels() {
                        return LEVELS;
                    }

                    @Override
                    public void set(String name, String level) {
                        LEVELS.put(name, level);
                    }
                };
        server = Server.of(result.config(), base, base, new StartedWith(levels, result.settings()));
        server.start();
        logger.detachAppender(events);
        String line = events.list.get(0).getFormattedMessage();
        opsPort = Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
    }

    @AfterAll
    static void stop() throws Exception {
        System.getProperties().remove(LATCH);
        server.stop(Duration.ofSeconds(5));
        assertThat(base.resolve("temp/ops.sock")).doesNotExist();
        assertThat(beans("*:*")).isEmpty();
    }

    private static List<ObjectName> beans(String query) throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        return beans.queryNames(new ObjectName(DOMAIN + query.substring(1)), null).stream()
                .sorted()
                .toList();
    }

    private static Object attribute(String name, String attribute) throws Exception {
        return ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName(DOMAIN + ":" + name), attribute);
    }

    private static void assertBecomes(String name, String attribute, Object value)
            throws Exception {
        until(() -> value.equals(quietly(name, attribute)));
        assertThat(attribute(name, attribute)).isEqualTo(value);
    }

    private static Object quietly(String name, String attribute) {
        try {
            return attribute(name, attribute);
        } catch (Exception e) {
            return e;
        }
    }

    /** Waits for ten seconds at most; what follows says what is missing. */
    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /** Each would hold a thread for three seconds. */
    @Test
    void clientsThatSendNothingHoldUpNobody() throws Exception {
        List<SocketChannel> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                silent.add(channel);
                channel.connect(UnixDomainSocketAddress.of(base.resolve("temp/ops.sock")));
            }
            long begun = System.nanoTime();
            assertThat(get("/live")).startsWith("HTTP/1.1 200 ");
            // Twenty times 3 s by few threads are more than that.
            assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(5));
        } finally {
            for (SocketChannel channel : silent) {
                channel.close();
            }
        }
    }

    /** Alone, one that takes its time is answered. */
    @Test
    void aSlowClientThatIsAloneIsAnswered() throws Exception {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(base.resolve("temp/ops.sock")));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
            String request = "GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n";
            channel.write(ByteBuffer.wrap(request.getBytes(ISO_8859_1)));
            assertThat(new String(Channels.newInputStream(channel).readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    // ---- clients

    private static String get(String path) throws IOException {
        return ask("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    private static String ask(String request) throws IOException {
        Path socket = base.resolve("temp/ops.sock");
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            channel.write(ByteBuffer.wrap(request.getBytes(ISO_8859_1)));
            return new String(Channels.newInputStream(channel).readAllBytes(), UTF_8);
        }
    }

    private static String askPort(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), opsPort)) {
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static String getServed(String target) throws IOException {
        try (Socket socket = sent(target)) {
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static Socket sent(String target) throws IOException {
        int port = server.connectors().get(0).port();
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.getOutputStream()
                .write(
                        ("GET " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                                .getBytes(ISO_8859_1));
        return socket;
    }

    // ---- who is answered

    @Test
    void theSocketIsForTheOwnerAlone() throws Exception {
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(base.resolve("temp/ops.sock"))))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1:1", "[::1]", "ops.example", "OPS.example:80"})
    void thePortAnswersByItsOwnNames(String host) throws Exception {
        assertThat(askPort("GET /ready HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK")
                .endsWith("\r\n\r\nready\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host: evil.example", "Host: localhost.evil.example", "X: a", "Host: "})
    void aNameThatLeadsHereByTheWillOfOthersIsRefused(String field) throws Exception {
        assertThat(askPort("GET /config HTTP/1.1\r\n" + field + "\r\n\r\n"))
                .startsWith("HTTP/1.1 421 ")
                .doesNotContain("element");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 403",
        "'Content-Type: text/plain\r\n', 403",
        "'X-Serval-Ops: 1\r\nOrigin: http://a\r\n', 403",
        "'X-Serval-Ops: 1\r\n', 200",
        "'Content-Type: application/json\r\n', 200"
    })
    void aChangeHasToBeMeant(String fields, int status) throws Exception {
        LEVELS.remove("a.b");
        String answer =
                askPort(
                        "POST /loglevel HTTP/1.1\r\nHost: localhost\r\n"
                                + fields
                                + "Content-Length: 9\r\n\r\na.b=DEBUG");
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
        assertThat(LEVELS.get("a.b")).isEqualTo(status == 200 ? "DEBUG" : null);
    }

    @ParameterizedTest
    @CsvSource({
        "GET /none HTTP/1.1, 404",
        "POST /ready HTTP/1.1, 405",
        "GET ready HTTP/1.1, 400",
        "GET /ready, 400",
        "GET /ready HTTP/2, 400"
    })
    void whatCannotBeAnsweredIsRefused(String line, int status) throws Exception {
        assertThat(ask(line + "\r\nHost: a\r\nX-Serval-Ops: 1\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status + " ");
    }

    @Test
    void aHeadWithoutALineIsRefused() throws Exception {
        assertThat(ask("\r\n\r\n")).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void aHeadThatIsTooLongIsRefused() throws Exception {
        assertThat(ask("GET / HTTP/1.1\r\nX: " + "a".repeat(OpsRequest.MOST)))
                .startsWith("HTTP/1.1 431 ");
    }

    // ---- its pages

    @Test
    void everyPageIsListed() throws Exception {
        assertThat(get("/"))
                .endsWith(
                        "\r\n\r\n"
                                + "/config\n"
                                + "/live\n"
                                + "/loglevel\n"
                                + "/metrics\n"
                                + "/ready\n"
                                + "/requests\n"
                                + "/threads\n");
        assertThat(get("/live")).startsWith("HTTP/1.1 200 OK").endsWith("\r\n\r\nlive\n");
        assertThat(get("/threads")).contains("\"serval-ops-1\" daemon RUNNABLE\n    at ");
    }

    @Test
    void eachAttributeIsShownWithItsOriginButNoSecret() throws Exception {
        String page = get("/config");
        assertThat(page)
                .contains(
                        "/Connector[0]\",\"attribute\":\"maxThreads\",\"value\":"
                                + "\"2\",\"origin\":\"conf/server.xml:6:")
                .contains(
                        "\"attribute\":\"maxKeepAliveRequests\",\"value\":\"1000\",\"origin\":"
                                + "\"default\"")
                .contains("\"attribute\":\"password\",\"value\":\"***\"")
                .contains("jdbc:x://a:***@b/c?password=***")
                .doesNotContain("sesame")
                .doesNotContain("open");
    }

    @Test
    void requestsAreCountedPerConnectorAndApplication() throws Exception {
        getServed("/index.html");
        getServed("/index.html");
        getServed("/held");
        getServed("/missing");
        String page = get("/metrics");
        assertThat(page).contains("text/plain; version=0.0.4");
        assertThat(
                        value(
                                page,
                                "serval_application_requests_total{host=\"localhost\",application="
                                        + "\"/\",status=\"2xx\"}"))
                .isGreaterThanOrEqualTo(3);
        assertThat(
                        value(
                                page,
                                "serval_application_requests_total{host=\"localhost\",application="
                                        + "\"/\",status=\"4xx\"}"))
                .isGreaterThanOrEqualTo(1);
        assertThat(
                        value(
                                page,
                                "serval_http_requests_total{connector=\"http-nio-0\",status=\"2xx\"}"))
                .isGreaterThanOrEqualTo(3);
        assertThat(
                        value(
                                page,
                                "serval_http_refusals_total{connector=\"http-nio-0\",code="
                                        + "\"SRV-0131\"}"))
                .isGreaterThanOrEqualTo(1);
        assertThat(page)
                .contains("serval_application_request_duration_seconds_bucket{host=\"localhost\"")
                .contains("serval_threads_limit{connector=\"http-nio-0\"} 2\n")
                .contains("serval_ready 1\n");
    }

    private static long value(String page, String sample) {
        return page.lines()
                .filter(line -> line.startsWith(sample + " "))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElse(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Accept: application/openmetrics-text;version=1.0.0\r\n"})
    void promtoolFindsNothingToSay(String accept) throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "promtool"))),
                "promtool is not installed");
        getServed("/held");
        String answer = ask("GET /metrics HTTP/1.1\r\nHost: a\r\n" + accept + "\r\n");
        String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
        assertThat(body.endsWith("# EOF\n")).isEqualTo(!accept.isEmpty());
        if (accept.isEmpty()) {
            Process judge =
                    new ProcessBuilder("promtool", "check", "metrics")
                            .redirectErrorStream(true)
                            .start();
            judge.getOutputStream().write(body.getBytes(UTF_8));
            judge.getOutputStream().close();
            assertThat(new String(judge.getInputStream().readAllBytes(), UTF_8)).isEmpty();
            assertThat(judge.waitFor()).isZero();
        }
    }

    @Test
    void whileAllThreadsAreTakenItAnswersAndTellsWhatTheyDo() throws Exception {
        List<Socket> waiting = new ArrayList<>();
        try {
            for (int i = 0; i < 12; i++) {
                waiting.add(sent("/held;jsessionid=secret?wait=secret"));
            }
            until(() -> inFlight() == 12);
            until(() -> requests().contains("Held.doGet"));
            String page = requests();
            assertThat(page)
                    .contains("\"method\":\"GET\",\"path\":\"/held\"")
                    .doesNotContain("secret")
                    .contains("\"thread\":\"http-nio-0-exec-")
                    .contains("\"thread\":null");
            assertThat(get("/ready")).endsWith("\r\n\r\nready\n");
            String pool = "type=ThreadPool,name=" + worker();
            until(() -> processors() == 12);
            // The second thread may begin later, and connections of other tests end.
            assertBecomes(pool, "currentThreadsBusy", 2);
            assertBecomes(pool, "connectionCount", 12L);
            assertBecomes(
                    "type=RequestProcessor,worker=" + worker() + ",name=HttpRequest1",
                    "currentUri",
                    "/held");
        } finally {
            ((CountDownLatch) System.getProperties().get(LATCH)).countDown();
            for (Socket socket : waiting) {
                assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                        .endsWith("done");
                socket.close();
            }
        }
        until(() -> inFlight() == 0);
    }

    private static String requests() {
        try {
            return get("/requests");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static int inFlight() {
        return Integer.parseInt(requests().replaceAll("(?s).*\"count\":(\\d+).*", "$1"));
    }

    private static int processors() {
        try {
            return beans("*:type=RequestProcessor,*").size();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    // ---- traces

    @Test
    void aTraceIsTakenUpOrMade() throws Exception {
        String sent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        assertThat(traced("traceparent: " + sent + "\r\n"))
                .contains("\r\ntraceparent: " + sent + "\r\n")
                .endsWith("traced");
        assertThat(traced("traceparent: " + sent + "\r\ntraceparent: " + sent + "\r\n"))
                .doesNotContain(sent)
                .containsPattern("\r\ntraceparent: 00-[0-9a-f]{32}-[0-9a-f]{16}-00\r\n");
        assertThat(traced(""))
                .containsPattern("\r\ntraceparent: 00-[0-9a-f]{32}-[0-9a-f]{16}-00\r\n");
    }

    private static String traced(String fields) throws IOException {
        int port = server.connectors().get(0).port();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String head = "GET /traced/index.html HTTP/1.1\r\nHost: a\r\n" + fields;
            socket.getOutputStream()
                    .write((head + "Connection: close\r\n\r\n").getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    // ---- JMX

    @Test
    void theBeansAreThereUnaskedWhereTheJvmShowsItsOwn() throws Exception {
        String property = "com.sun.management.jmxremote.test";
        Path xml = base.resolve("conf/unasked.xml");
        Files.writeString(
                xml,
                "<Server><Service name='S'><Connector port='0'/><Engine name='E'"
                        + " defaultHost='a'><Host name='a'/></Engine></Service></Server>");
        ObjectName name = new ObjectName("Catalina:type=Engine");
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        System.setProperty(property, "");
        Server other;
        try {
            other = Server.of(ServerXml.read(xml, key -> null).config(), base, base);
        } finally {
            System.clearProperty(property);
        }
        try {
            other.start();
            until(() -> beans.isRegistered(name));
        } finally {
            other.stop(Duration.ZERO);
        }
        assertThat(beans.isRegistered(name)).isFalse();
    }

    private static String worker() {
        return "\"http-nio-" + server.connectors().get(0).port() + "\"";
    }

    @Test
    void theBeansHaveTomcatsNames() throws Exception {
        int port = server.connectors().get(0).port();
        List<String> expected =
                List.of(
                        DOMAIN + ":type=Server",
                        DOMAIN + ":type=Service",
                        DOMAIN + ":type=Engine",
                        DOMAIN + ":type=StringCache",
                        DOMAIN + ":type=Host,host=localhost",
                        DOMAIN + ":type=Connector,port=" + port,
                        DOMAIN + ":type=ThreadPool,name=" + worker(),
                        DOMAIN + ":type=GlobalRequestProcessor,name=" + worker(),
                        DOMAIN + ":type=RequestProcessor,worker=" + worker() + ",name=HttpRequest1",
                        DOMAIN + ":type=Manager,host=localhost,context=/",
                        DOMAIN
                                + ":j2eeType=WebModule,name=//localhost/,J2EEApplication=none,"
                                + "J2EEServer=none",
                        DOMAIN
                                + ":j2eeType=Servlet,WebModule=//localhost/,name=held,"
                                + "J2EEApplication=none,J2EEServer=none");
        // They are registered one by one, by a thread of their own, behind the start.
        until(() -> names().containsAll(expected));
        assertThat(names()).containsAll(expected);
    }

    private static List<String> names() {
        try {
            return beans("*:*").stream().map(ObjectName::toString).toList();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theBeansCount() throws Exception {
        String requests = "type=GlobalRequestProcessor,name=" + worker();
        String servlet =
                "j2eeType=Servlet,WebModule=//localhost/,name=held,J2EEApplication=none,"
                        + "J2EEServer=none";
        String manager = "type=Manager,host=localhost,context=/";
        theBeansHaveTomcatsNames();
        int before = (int) attribute(requests, "requestCount");
        int calls = (int) attribute(servlet, "requestCount");
        long sessions = (long) attribute(manager, "sessionCounter");
        assertThat(getServed("/held?session=1")).endsWith("done");
        assertThat(attribute(requests, "requestCount")).isEqualTo(before + 1);
        assertThat(attribute(servlet, "requestCount")).isEqualTo(calls + 1);
        assertThat(attribute(manager, "sessionCounter")).isEqualTo(sessions + 1);
        assertThat((int) attribute(manager, "activeSessions")).isPositive();
        assertThat((long) attribute(requests, "bytesSent")).isPositive();
    }
}
