package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariJNDIFactory;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** A {@code Resource} of the type javax.sql.DataSource, with H2: each effect shown by a request. */
class DataSourceTest {
    private static final String DB = "java:comp/env/jdbc/db";
    private static final String SESSIONS = "select count(*) from information_schema.sessions";

    @TempDir Path base;
    private ResourceServer server;
    private ServerLog log;

    @BeforeEach
    void describe() throws Exception {
        log = new ServerLog();
        server = new ResourceServer(base);
    }

    @AfterEach
    void stop() {
        server.close();
        log.close();
    }

    /** A database in memory for each test, which is gone with its last connection. */
    private String url() {
        return "jdbc:h2:mem:" + base.getFileName();
    }

    private static String resource(String attributes) {
        return "<Resource name='jdbc/db' auth='Container' type='javax.sql.DataSource' "
                + attributes
                + "/>";
    }

    private String h2(String attributes) {
        return resource("username='sa' password='s3cret-word' url='" + url() + "' " + attributes);
    }

    private void inContext(String resource) throws Exception {
        server.context(resource).library(org.h2.Driver.class).start();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "driverClassName='org.h2.Driver'",
                "factory='org.apache.tomcat.dbcp.dbcp2.BasicDataSourceFactory'",
                "factory='org.apache.tomcat.jdbc.pool.DataSourceFactory'",
                "dataSourceClassName='org.h2.jdbcx.JdbcDataSource'"
            })
    void aQueryGoesThroughOnePool(String attributes) throws Exception {
        inContext(h2(attributes));
        assertThat(server.query(DB, "select 6 * 7")).isEqualTo("42");
        assertThat(server.look("same", DB)).isEqualTo("true");
        assertThat(server.query(DB, "select session_id()"))
                .isEqualTo(server.query(DB, "select session_id()"));
    }

    @Test
    void initialSizeAndMaxTotalCount() throws Exception {
        inContext(h2("initialSize='3' maxTotal='4' maxWaitMillis='100'"));
        assertThat(server.query(DB, SESSIONS)).isEqualTo("3");
    }

    @Test
    void theNamesOfTomcatJdbcSetThoseOfThePool() throws Exception {
        inContext(
                h2(
                        "factory='org.apache.tomcat.jdbc.pool.DataSourceFactory' maxActive='2'"
                                + " maxWait='100' initialSize='2' jdbcInterceptors='ConnectionState'"));
        assertThat(server.query(DB, SESSIONS)).isEqualTo("2");
        server.look("keep", DB);
        server.look("keep", DB);
        assertThat(server.look("keep", DB)).contains("all 2 of maxTotal").contains("100 ms");
        assertThat(log.lines())
                .filteredOn(line -> line.contains("jdbcInterceptors"))
                .singleElement()
                .asString()
                .contains("META-INF/context.xml:2:")
                .contains("has no counterpart in commons-dbcp2");
    }

    @Test
    void aNameOfOldTutorialsIsTakenWithAWord() throws Exception {
        inContext(h2("maxActive='1' maxWaitMillis='100'"));
        server.look("keep", DB);
        assertThat(server.look("keep", DB)).contains("all 1 of maxTotal");
        assertThat(log.about("/app"))
                .anySatisfy(line -> assertThat(line).contains("maxActive").contains("maxTotal"));
    }

    @Test
    void anAttributeThatIsMisspeltHasANearestName() throws Exception {
        inContext(h2("maxTotl='1'"));
        assertThat(log.about("/app"))
                .anySatisfy(
                        line ->
                                assertThat(line)
                                        .contains("META-INF/context.xml:2:")
                                        .contains("maxTotl (did you mean maxTotal?)"));
    }

    /** The names and attributes of Tomcat's beans, by which monitoring finds them. */
    @Test
    void monitoringSeesItsPoolAndThatOfAllApplications() throws Exception {
        String domain = "DataSourceTest";
        server.listeners(
                        "<Listener className='JmxBeans' jmxDomain='"
                                + domain
                                + "'/><Listener className='OpsEndpoint' pathname='temp/o'/>")
                .globals(h2("maxTotal='9'").replace("jdbc/db", "jdbc/all"))
                .shared(org.h2.Driver.class)
                .context(
                        h2("maxTotal='7'")
                                + "<ResourceLink name='jdbc/link' global='jdbc/all'"
                                + " type='javax.sql.DataSource'/>")
                .start();
        assertThat(metrics()).as("none is made").doesNotContain("serval_pool");
        assertThat(server.look("keep", DB)).isEqualTo("kept");
        assertThat(server.query("java:comp/env/jdbc/link", "select 1")).isEqualTo("1");
        ObjectName own =
                new ObjectName(
                        domain
                                + ":type=DataSource,host=localhost,context=/app,"
                                + "class=javax.sql.DataSource,name=\"jdbc/db\"");
        ObjectName all =
                new ObjectName(
                        domain + ":type=DataSource,class=javax.sql.DataSource,name=\"jdbc/all\"");
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        Waiting.until("the beans", () -> beans.isRegistered(own) && beans.isRegistered(all));
        assertThat(beans.getAttribute(own, "numActive")).isEqualTo(1);
        assertThat(beans.getAttribute(own, "numIdle")).isEqualTo(0);
        assertThat(beans.getAttribute(own, "maxTotal")).isEqualTo(7);
        assertThat(beans.getAttribute(all, "numActive")).isEqualTo(0);
        assertThat(beans.getAttribute(all, "numIdle")).isEqualTo(1);
        assertThat(beans.getAttribute(all, "maxTotal")).isEqualTo(9);
        String labels = "{host=\"localhost\",application=\"/app\",resource=\"jdbc/db\"";
        assertThat(metrics().lines())
                .contains(
                        "serval_pool_connections" + labels + ",state=\"active\"} 1",
                        "serval_pool_connections" + labels + ",state=\"idle\"} 0",
                        "serval_pool_connections_limit" + labels + "} 7",
                        "serval_pool_waiting" + labels + "} 0",
                        "serval_pool_connections_limit{host=\"\",application=\"\","
                                + "resource=\"jdbc/all\"} 9");
        server.close();
        assertThat(beans.isRegistered(own)).isFalse();
    }

    private String metrics() throws Exception {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(base.resolve("temp/o")));
            channel.write(
                    ByteBuffer.wrap(
                            "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII)));
            return new String(
                    Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void anExhaustedPoolSaysWhoseItIs() throws Exception {
        inContext(h2("maxTotal='1' maxWaitMillis='100'"));
        server.look("keep", DB);
        assertThat(server.look("keep", DB))
                .startsWith("failed: SRV-0674 the Resource jdbc/db (META-INF/context.xml:2:1)")
                .contains("all 1 of maxTotal were in use for the 100 ms of maxWaitMillis");
    }

    @Test
    void aWrongPasswordIsNotInTheMessage() throws Exception {
        Server tcp = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        try {
            String url = "jdbc:h2:tcp://localhost:" + tcp.getPort() + "/mem:" + base.getFileName();
            try (var owner = connect(url, "right")) {
                inContext(resource("username='sa' password='s3cret-word' url='" + url + "'"));
                assertThat(server.query(DB, "select 1"))
                        .startsWith("failed: SRV-0675 the Resource jdbc/db (META-INF/context.xml:2")
                        .contains("Wrong user name or password")
                        .doesNotContain("s3cret-word");
                assertThat(owner.isClosed()).isFalse();
            }
        } finally {
            tcp.stop();
        }
        assertThat(log.lines()).noneMatch(line -> line.contains("s3cret-word"));
    }

    @Test
    void aPasswordInAUrlIsNotInTheMessage() throws Exception {
        inContext(resource("url='jdbc:none:x;password=s3cret-word'"));
        assertThat(server.query(DB, "select 1"))
                .startsWith("failed: SRV-0675 ")
                .doesNotContain("s3cret-word");
    }

    @Test
    void aMissingDriverIsNamedWithThePlaceOfItsJar() throws Exception {
        inContext(resource("url='jdbc:mysql://localhost/shop?password=s3cret-word'"));
        assertThat(server.query(DB, "select 1"))
                .startsWith("failed: SRV-0675 the Resource jdbc/db (META-INF/context.xml:2:1)")
                .contains("no driver for jdbc:mysql is there: put mysql-connector-j.jar")
                .contains("com.mysql.cj.jdbc.Driver, into WEB-INF/lib, or into lib")
                .doesNotContain("s3cret-word");
    }

    @Test
    void aWrongClassOfADriverHasTheNearestName() throws Exception {
        inContext(h2("driverClassName='org.h2.Drivr'"));
        assertThat(server.query(DB, "select 1"))
                .startsWith("failed: SRV-0672 the Resource jdbc/db (META-INF/context.xml:2:1)")
                .contains("org.h2.Drivr is not there (did you mean org.h2.Driver?)");
        assertThat(log.lines()).anyMatch(line -> line.startsWith("SRV-0672 the Resource jdbc/db"));
    }

    @Test
    void aPoolIsClosedAndItsDriverGoneWhenTheApplicationStops() throws Exception {
        String url = "jdbc:h2:" + base.resolve("data/file");
        inContext(resource("username='sa' password='' url='" + url + "'"));
        assertThat(server.query(DB, "select 1")).isEqualTo("1");
        assertThat(base.resolve("data/file.mv.db")).exists();
        server.close();
        // The file is locked by the JVM that has it open; another copy of H2 may open it now.
        try (var connection = connect(url, "")) {
            assertThat(connection.isValid(1)).isTrue();
        }
        assertThat(log.lines()).noneMatch(line -> line.contains("SRV-0843"));
        assertThat(log.lines())
                .anyMatch(line -> line.startsWith("Deregistered the JDBC driver org.h2.Driver"));
    }

    @Test
    void aPoolThatIsClosedKeepsNothingOfItsApplication() throws Exception {
        inContext(
                h2(
                        "initialSize='2' timeBetweenEvictionRunsMillis='20'"
                                + " removeAbandonedOnMaintenance='true' logAbandoned='true'"));
        assertThat(server.query(DB, SESSIONS)).isEqualTo("2");
        WeakReference<ClassLoader> loader = server.loader();
        server.close();
        Collected.await("the class loader", List.of(loader));
    }

    @Test
    void aGlobalPoolHasTheDriverOfLibAndIsSharedByLinks() throws Exception {
        server.globals(h2("initialSize='2'").replace("jdbc/db", "jdbc/all"))
                .shared(org.h2.Driver.class)
                .context(
                        "<ResourceLink name='jdbc/db' global='jdbc/all'"
                                + " type='javax.sql.DataSource'/>")
                .start();
        assertThat(server.query(DB, SESSIONS)).isEqualTo("2");
        assertThat(server.query("java:global/jdbc/all", SESSIONS)).isEqualTo("2");
    }

    @Test
    void hikariMakesItsPoolItself() throws Exception {
        server.context(
                        resource(
                                "factory='com.zaxxer.hikari.HikariJNDIFactory'"
                                        + " driverClassName='org.h2.Driver' jdbcUrl='"
                                        + url()
                                        + "' username='sa' maximumPoolSize='2'"))
                .library(org.h2.Driver.class)
                .library(HikariJNDIFactory.class)
                .library(LoggerFactory.class)
                .start();
        assertThat(server.query(DB, SESSIONS)).isNotEqualTo("0").doesNotContain("failed");
        assertThat(server.look("class", DB)).isEqualTo("com.zaxxer.hikari.HikariDataSource");
        server.close();
        assertThat(log.lines()).noneMatch(line -> line.contains("SRV-0843"));
    }

    @Test
    void anApplicationDefinesItsOwn() throws Exception {
        server.webXml(
                        "<data-source><name>java:comp/env/jdbc/db</name>"
                                + "<class-name>org.h2.jdbcx.JdbcDataSource</class-name>"
                                + "<user>sa</user><password>x</password>"
                                + "<property><name>description</name><value>d</value></property>"
                                + "<property><name>url</name><value>"
                                + url()
                                + "</value></property><initial-pool-size>2</initial-pool-size>"
                                + "</data-source>")
                .classes(
                        "package app; @jakarta.annotation.sql.DataSourceDefinition("
                                + "name = \"java:app/jdbc/annotated\","
                                + " className = \"org.h2.Driver\", url = \""
                                + url()
                                + "\", user = \"sa\", password = \"x\", initialPoolSize = 3)"
                                + " @WebServlet(\"/defining\")"
                                + " public class Defining extends HttpServlet {"
                                + " @jakarta.annotation.Resource(lookup ="
                                + " \"java:app/jdbc/annotated\") javax.sql.DataSource its;"
                                + " protected void doGet(HttpServletRequest q, HttpServletResponse"
                                + " r) throws IOException { try (var c = its.getConnection()) {"
                                + " r.getWriter().print(c.getMetaData().getUserName()); }"
                                + " catch (java.sql.SQLException e) { throw new IOException(e); }"
                                + " } }")
                .library(org.h2.Driver.class)
                .start();
        assertThat(server.query(DB, SESSIONS)).isEqualTo("2");
        assertThat(server.query("java:app/jdbc/annotated", SESSIONS)).isEqualTo("5");
        assertThat(server.get("/app/defining")).isEqualTo("SA");
    }

    /** Not by the DriverManager: who has used it first has decided which drivers it knows. */
    private static Connection connect(String url, String password) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", "sa");
        login.setProperty("password", password);
        return new org.h2.Driver().connect(url, login);
    }
}
