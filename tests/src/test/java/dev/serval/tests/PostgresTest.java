package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pools of connections to a PostgreSQL that counts them. */
class PostgresTest {
    private static final String DB = "java:comp/env/jdbc/shop";
    private static final String NAME = "application_name='pooled'";
    private static final String OF_THE_POOL = "select count(*) from pg_stat_activity where " + NAME;

    private static Postgres postgres;
    @TempDir Path base;
    private ResourceServer server;

    @BeforeAll
    static void startDatabase() throws Exception {
        var installed = Postgres.installed();
        assumeTrue(installed.isPresent(), "PostgreSQL is not installed");
        postgres = Postgres.start(installed.get());
    }

    @AfterAll
    static void stopDatabase() throws Exception {
        if (postgres != null) {
            postgres.close();
        }
    }

    @BeforeEach
    void describe() throws Exception {
        server = new ResourceServer(base);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String resource(String password, String attributes) {
        return "<Resource name='jdbc/shop' type='javax.sql.DataSource' username='"
                + Postgres.USER
                + "' password='"
                + password
                + "' "
                + attributes
                + "/>";
    }

    private static String pool(String attributes) {
        return resource(
                Postgres.PASSWORD,
                "url='"
                        + postgres.url()
                        + "' connectionProperties='ApplicationName=pooled' "
                        + attributes);
    }

    private static int count() throws SQLException {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(OF_THE_POOL)) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    void thePoolHasItsConnectionsUntilTheApplicationStops() throws Exception {
        server.context(pool("initialSize='3'")).library(org.postgresql.Driver.class).start();
        assertThat(count()).isZero();
        assertThat(server.query(DB, "select version()")).startsWith("PostgreSQL");
        assertThat(count()).isEqualTo(3);
        server.close();
        Waiting.until("its connections are closed", () -> count() == 0);
    }

    @Test
    void aGlobalPoolIsSharedAndEndsWithTheServer() throws Exception {
        server.globals(pool("initialSize='2'"))
                .shared(org.postgresql.Driver.class)
                .context(
                        "<ResourceLink name='jdbc/shop' global='jdbc/shop'"
                                + " type='javax.sql.DataSource'/>")
                .start();
        assertThat(server.query(DB, OF_THE_POOL)).isEqualTo("2");
        server.close();
        Waiting.until("its connections are closed", () -> count() == 0);
    }

    @Test
    void aConnectionThatTheDatabaseHasEndedIsReplaced() throws Exception {
        server.context(pool("maxTotal='1'")).library(org.postgresql.Driver.class).start();
        String first = server.query(DB, "select pg_backend_pid()");
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("select pg_terminate_backend(" + first + ")");
        }
        Waiting.until("it is ended", () -> count() == 0);
        assertThat(server.query(DB, "select pg_backend_pid()")).matches("\\d+").isNotEqualTo(first);
    }

    @Test
    void aWrongPasswordIsToldWithoutIt() throws Exception {
        server.context(resource("wr0ng-word", "url='" + postgres.url() + "'"))
                .library(org.postgresql.Driver.class)
                .start();
        assertThat(server.query(DB, "select 1"))
                .startsWith("failed: SRV-0675 the Resource jdbc/shop (META-INF/context.xml:2:1)")
                .contains("password authentication failed for user \"shop\"")
                .doesNotContain("wr0ng-word");
    }

    @Test
    void aDataSourceOfTheDriverIsPooled() throws Exception {
        server.webXml(
                        "<data-source><name>java:comp/env/jdbc/shop</name>"
                                + "<class-name>org.postgresql.ds.PGSimpleDataSource</class-name>"
                                + "<server-name>127.0.0.1</server-name><port-number>"
                                + postgres.port()
                                + "</port-number><database-name>postgres</database-name><user>"
                                + Postgres.USER
                                + "</user><password>"
                                + Postgres.PASSWORD
                                + "</password><property><name>applicationName</name>"
                                + "<value>pooled</value></property>"
                                + "<initial-pool-size>2</initial-pool-size></data-source>")
                .library(org.postgresql.Driver.class)
                .start();
        assertThat(server.query(DB, OF_THE_POOL)).isEqualTo("2");
    }
}
