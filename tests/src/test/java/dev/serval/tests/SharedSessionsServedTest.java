package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two servers with one database of sessions: what a client sees that is sent to either. */
class SharedSessionsServedTest {
    // Long enough for an end that is not held back to arrive.
    private static final long LOOK_MILLIS = 200;

    // As many failures as the store is asked in a row, and more.
    private static final int FULL = 5;
    private static final String SHOP = "{host=\"localhost\",application=\"/shop\"}";

    @TempDir Path base;
    private Server database;
    private Nodes nodes;

    @BeforeEach
    void start() throws Exception {
        database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    }

    @AfterEach
    void stop() {
        if (nodes != null) {
            nodes.close();
        }
        database.stop();
    }

    private Nodes nodes(String manager, String io) throws Exception {
        return described(io).start(Nodes.manager(manager)).start(Nodes.manager(manager));
    }

    private Nodes described(String io) throws Exception {
        nodes =
                new Nodes(
                        base,
                        org.h2.Driver.class,
                        "type='org.h2.jdbcx.JdbcDataSource'"
                                + " factory='org.apache.naming.factory.BeanFactory' user='sa'"
                                + " URL='jdbc:h2:tcp://localhost:"
                                + database.getPort()
                                + "/mem:"
                                + base.getFileName()
                                + ";DB_CLOSE_DELAY=-1'",
                        "<Connector port='0' protocol='" + io + "'/>");
        return nodes;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sharing='free'"})
    void eitherServerHasWhatTheOtherHasAnsweredLast(String manager) throws Exception {
        nodes(manager, "NIO");
        String cookie = nodes.visit(0);
        for (int i = 1; i <= 10; i++) {
            assertThat(nodes.text(i % 2, "add", cookie)).isEqualTo(i + " null null");
        }
        nodes.ask(1, "end", cookie);
        assertThat(nodes.text(0, "read", cookie)).isEqualTo("none");
        String id = cookie.substring(cookie.indexOf('=') + 1);
        assertThat(System.getProperty("ended." + id)).as("told once").isEqualTo("10;");
    }

    /**
     * The next request, on the other server, sees what this one has changed after its last byte.
     */
    @ParameterizedTest
    @CsvSource({
        "NIO, GET, declared",
        "NIO2, GET, declared",
        "BIO, GET, declared",
        "NIO, GET, large",
        "NIO, GET, buffer",
        "NIO, GET, closed",
        "NIO, GET, writer",
        "NIO, GET, flushed",
        "NIO, GET, nothing",
        "NIO, HEAD, head",
        "NIO, GET, redirect",
        "NIO, GET, async",
        "NIO, GET, listened",
        "NIO2, GET, listened"
    })
    void theEndOfAResponseWaitsUntilItsSessionIsSaved(String io, String method, String how)
            throws Exception {
        nodes("", io);
        String cookie = nodes.visit(0);
        ExecutorService client = Executors.newSingleThreadExecutor();
        try {
            Future<RawResponse> asked = client.submit(() -> nodes.ask(method, 0, how, cookie));
            assertThat(nodes.text(0, "waits", null)).isEqualTo("true");
            assertThatThrownBy(() -> asked.get(LOOK_MILLIS, TimeUnit.MILLISECONDS))
                    .as("the end waits")
                    .isInstanceOf(TimeoutException.class);
            nodes.ask(0, "open", null);
            RawResponse response = asked.get(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
            assertThat(nodes.text(1, "read", cookie)).isEqualTo("1 null null");
            int length =
                    switch (how) {
                        case "large" -> 100_000;
                        case "buffer" -> 8192;
                        case "nothing", "head" -> 0;
                        default -> 5;
                    };
            if (!how.equals("redirect")) {
                assertThat(response.text()).hasSize(length);
            }
        } finally {
            client.shutdownNow();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"declared", "closed"})
    void withoutASharedStoreNothingWaits(String how) throws Exception {
        nodes =
                new Nodes(
                        base,
                        org.h2.Driver.class,
                        "type='org.h2.jdbcx.JdbcDataSource'"
                                + " factory='org.apache.naming.factory.BeanFactory'",
                        "<Connector port='0'/>");
        nodes.start("");
        String cookie = nodes.visit(0);
        assertThat(nodes.text(0, how, cookie))
                .as("answered before the gate opens")
                .isEqualTo("hello");
        assertThat(nodes.text(0, "waits", null)).isEqualTo("true");
        nodes.ask(0, "open", null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sharing='free'"})
    void aLoginIsKnownOnEitherServer(String manager) throws Exception {
        nodes(manager, "NIO");
        String cookie = Nodes.cookie(nodes.ask(0, "login", nodes.visit(0)));
        assertThat(nodes.text(1, "add", cookie)).isEqualTo("1 ann BASIC");
        assertThat(nodes.text(0, "add", cookie)).isEqualTo("2 ann BASIC");
    }

    /** No server alone knows what a client has asked for before its login. */
    @ParameterizedTest
    @ValueSource(strings = {"", "sharing='free'"})
    void aFormMayBeSentToAnotherServer(String manager) throws Exception {
        described("NIO").login(Nodes.FORM).start(Nodes.manager(manager));
        nodes.start(Nodes.manager(manager));
        RawResponse form = nodes.ask(0, "read", null);
        assertThat(form.text()).isEqualTo("log in");
        String body = "j_username=ann&j_password=secret";
        RawResponse sent;
        try (RawClient client = new RawClient(Wire.NIO, nodes.port(1))) {
            sent =
                    client.exchange(
                            "POST /shop/j_security_check HTTP/1.1\r\nHost: localhost\r\nCookie: "
                                    + Nodes.cookie(form)
                                    + "\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                                    + "Content-Length: "
                                    + body.length()
                                    + "\r\n\r\n"
                                    + body);
        }
        assertThat(sent.status()).isEqualTo(303);
        assertThat(sent.field("Location")).endsWith("/shop/s?read");
        String cookie = Nodes.cookie(sent);
        assertThat(cookie).isNotEqualTo(Nodes.cookie(form));
        assertThat(nodes.text(0, "read", cookie)).isEqualTo("null ann FORM");
        assertThat(nodes.text(1, "read", cookie)).isEqualTo("null ann FORM");
        assertThat(nodes.text(1, "read", Nodes.cookie(form))).isEqualTo("log in");
    }

    @Test
    void persistAuthenticationSwitchesThatOff() throws Exception {
        nodes("persistAuthentication='false'", "NIO");
        String cookie = Nodes.cookie(nodes.ask(0, "login", nodes.visit(0)));
        assertThat(nodes.text(1, "add", cookie)).isEqualTo("1 null null");
    }

    @Test
    void aDatabaseThatStopsIsToldAndAfterwardsAllIsAsBefore() throws Exception {
        nodes("sharing='free'", "NIO");
        int port = database.getPort();
        String cookie = nodes.visit(0);
        assertThat(nodes.text(1, "add", cookie)).isEqualTo("1 null null");
        try (ServerLog log = new ServerLog()) {
            database.stop();
            for (int i = 0; i < 5; i++) {
                RawResponse refused = nodes.ask(i % 2, "add", cookie);
                assertThat(refused.status()).isEqualTo(503);
                assertThat(refused.text()).contains("SRV-0719");
                assertThat(refused.field("Retry-After")).isEqualTo("1");
            }
            assertThat(log.about("/shop"))
                    .filteredOn(line -> line.startsWith("SRV-0714"))
                    .as("once a minute for each server")
                    .hasSize(2);
            database = Server.createTcpServer("-tcpPort", "" + port, "-ifNotExists").start();
            Waiting.until("it answers", () -> nodes.ask(0, "read", cookie).status() == 200);
            Waiting.until("it answers", () -> nodes.ask(1, "read", cookie).status() == 200);
            assertThat(nodes.text(0, "add", cookie)).isEqualTo("2 null null");
            assertThat(log.lines()).anyMatch(line -> line.contains("answers again"));
        }
    }

    @Test
    void withNewAClientGetsAnotherSession() throws Exception {
        nodes("whenStoreFails='new'", "NIO");
        String cookie = nodes.visit(0);
        database.stop();
        assertThat(nodes.text(1, "read", cookie)).isEqualTo("none");
        assertThat(nodes.ask(1, "new", cookie).text()).isEqualTo("0 null null");
        assertThat(nodes.text(0, "add", cookie)).as("known there").isEqualTo("1 null null");
    }

    /** Whoever fills his session keeps nobody from theirs. */
    @Test
    void aSessionThatTheDatabaseDoesNotTakeHarmsNoOther() throws Exception {
        described("NIO");
        try (Connection made = connection();
                Statement statement = made.createStatement()) {
            statement.execute(
                    "CREATE TABLE tomcat$sessions (id VARCHAR(200) NOT NULL, app VARCHAR(255) NOT"
                            + " NULL, data VARBINARY(3000), valid CHAR(1) NOT NULL, maxinactive INT"
                            + " NOT NULL, lastaccess BIGINT NOT NULL, version BIGINT NOT NULL,"
                            + " expires BIGINT NOT NULL, PRIMARY KEY (id, app))");
        }
        nodes.server(
                        "<Listener className='OpsEndpoint'/>"
                                + "<Listener className='JmxBeans' jmxDomain='SharedSessions'/>")
                .start(Nodes.manager("sharing='free'"));
        String cookie = nodes.visit(0);
        ExecutorService clients = Executors.newFixedThreadPool(FULL);
        try {
            List<Future<RawResponse>> asked = new ArrayList<>();
            for (int i = 0; i < FULL; i++) {
                String full = nodes.visit(0);
                asked.add(clients.submit(() -> nodes.ask(0, "fill", full)));
                assertThat(nodes.text(0, "waits", null)).isEqualTo("true");
            }
            nodes.ask(0, "open", null);
            for (Future<RawResponse> each : asked) {
                assertThat(each.get(RawClient.PATIENCE, TimeUnit.MILLISECONDS).status())
                        .isEqualTo(503);
            }
        } finally {
            clients.shutdownNow();
        }
        assertThat(nodes.text(0, "add", cookie)).isEqualTo("1 null null");
        assertThat(metrics(0))
                .contains("serval_session_store_failures_total" + SHOP + " " + FULL + "\n")
                .contains("serval_session_store_refused_total" + SHOP + " 0\n")
                .contains("serval_session_store_unremoved" + SHOP + " 0\n");
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        ObjectName bean =
                new ObjectName("SharedSessions:type=Manager,host=localhost,context=/shop");
        Waiting.until("the bean", () -> beans.isRegistered(bean));
        assertThat(beans.getAttribute(bean, "storeFailures")).isEqualTo((long) FULL);
        assertThat(beans.getAttribute(bean, "storeRefusals")).isEqualTo(0L);
        assertThat(beans.getAttribute(bean, "unremovedSessions")).isEqualTo(0);
    }

    @Test
    void whatALogOutCouldNotRemoveIsCountedAndGone() throws Exception {
        described("NIO").server("<Listener className='OpsEndpoint'/>").start(Nodes.manager(""));
        int port = database.getPort();
        String cookie = nodes.visit(0);
        database.stop();
        assertThat(nodes.ask(0, "end", cookie).status()).isEqualTo(200);
        assertThat(metrics(0))
                .doesNotContain("serval_session_store_failures_total" + SHOP + " 0\n")
                .contains("serval_session_store_unremoved" + SHOP + " 1\n");
        database = Server.createTcpServer("-tcpPort", "" + port, "-ifNotExists").start();
        assertThat(nodes.text(0, "read", cookie)).isEqualTo("none");
    }

    /** A cookie for all paths leads to no session of another application, wherever it comes. */
    @Test
    void theIdOfAnotherApplicationIsNoSession() throws Exception {
        described("NIO")
                .login(
                        "<session-config><cookie-config><path>/</path></cookie-config>"
                                + "</session-config>")
                .applications("shop", "other");
        for (String route : new String[] {"one", "two"}) {
            nodes.start(Nodes.manager("", "<SessionIdGenerator jvmRoute='" + route + "'/>"));
        }
        RawResponse first = nodes.ask(0, "new", null);
        assertThat(first.field("Set-Cookie")).contains(".one;").contains("Path=/;");
        String cookie = Nodes.cookie(first);
        for (int node = 0; node < 2; node++) {
            RawResponse none = nodes.ask("GET", node, "other", "read", cookie);
            assertThat(none.text()).isEqualTo("none");
            assertThat(none.field("Set-Cookie")).isNull();
        }
        String others = Nodes.cookie(nodes.ask("GET", 1, "other", "new", cookie));
        assertThat(others.substring(0, 51)).isNotEqualTo(cookie.substring(0, 51));
        RawResponse here = nodes.ask(1, "add", cookie);
        assertThat(here.text()).isEqualTo("1 null null");
        String moved = Nodes.cookie(here);
        assertThat(moved).isEqualTo(cookie.replace(".one", ".two"));
        assertThat(nodes.ask("GET", 0, "other", "read", moved).text()).isEqualTo("none");
        nodes.ask("GET", 0, "other", "end", others);
        assertThat(nodes.text(0, "read", moved)).isEqualTo("1 null null");
        assertThat(nodes.text(0, "read", others)).isEqualTo("none");
    }

    /** Not by the DriverManager: who has used it first has decided which drivers it knows. */
    private Connection connection() throws SQLException {
        Properties login = new Properties();
        login.put("user", "sa");
        login.put("password", "");
        return new org.h2.Driver()
                .connect(
                        "jdbc:h2:tcp://localhost:"
                                + database.getPort()
                                + "/mem:"
                                + base.getFileName()
                                + ";DB_CLOSE_DELAY=-1",
                        login);
    }

    private String metrics(int node) throws Exception {
        Path socket = base.resolve("node" + node).resolve("temp/ops.sock");
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            channel.write(
                    StandardCharsets.US_ASCII.encode(
                            "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"));
            return new String(
                    Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
