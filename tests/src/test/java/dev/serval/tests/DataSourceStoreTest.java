package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.session.saved.DataSourceStore;
import dev.serval.session.saved.SessionTable;
import dev.serval.session.store.SessionStore;
import dev.serval.session.store.SessionStoreException;
import dev.serval.session.store.StoredSession;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Promises of a store, kept by the tables of H2 and PostgreSQL. */
class DataSourceStoreTest {
    private static final SessionTable TABLE = table("tomcat$sessions");
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static Postgres postgres;
    private final List<SessionStore> open = new ArrayList<>();

    enum Database {
        H2,
        POSTGRES
    }

    @BeforeAll
    static void start() throws Exception {
        if (Postgres.installed().isPresent()) {
            postgres = Postgres.start(Postgres.installed().get());
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (postgres != null) {
            postgres.close();
        }
    }

    @AfterEach
    void close() {
        open.forEach(SessionStore::close);
    }

    private static SessionTable table(String name) {
        return new SessionTable(
                name,
                "app",
                "id",
                "data",
                "valid",
                "maxinactive",
                "lastaccess",
                "version",
                "expires");
    }

    private static DataSource source(Database database) {
        if (database == Database.POSTGRES) {
            assumeTrue(postgres != null, "PostgreSQL is not installed");
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setUrl(postgres.url());
            source.setUser(Postgres.USER);
            source.setPassword(Postgres.PASSWORD);
            return source;
        }
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:store;DB_CLOSE_DELAY=-1");
        return source;
    }

    private SessionStore store(DataSourceStore.Source source, SessionTable table, String app)
            throws SessionStoreException {
        SessionStore made = new DataSourceStore(source, table, app, 2, true);
        made.open();
        open.add(made);
        return made;
    }

    /** One of an application of its own. */
    private SessionStore store(Database database) throws SessionStoreException {
        DataSource source = source(database);
        return store(() -> source, TABLE, "app" + NUMBER.incrementAndGet());
    }

    private static StoredSession session(String id, long version, long expires) {
        byte[] bytes = (id + version).getBytes(StandardCharsets.UTF_8);
        return new StoredSession(id, version, expires, bytes);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsSavedIsThere(Database database) throws Exception {
        SessionStore store = store(database);
        assertThat(store.load("A")).isNull();
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        assertThat(store.save(new StoredSession("A", 1, Long.MAX_VALUE, all), 0)).isTrue();
        StoredSession found = store.load("A");
        assertThat(found.bytes()).isEqualTo(all);
        assertThat(found.version()).isEqualTo(1);
        assertThat(found.expires()).isEqualTo(Long.MAX_VALUE);
        assertThat(store.size()).isEqualTo(1);
        assertThat(store.remove("A")).isTrue();
        assertThat(store.remove("A")).as("the second caller").isFalse();
        assertThat(store.load("A")).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void aVersionThatIsNotThereAnyMoreIsNotReplaced(Database database) throws Exception {
        SessionStore store = store(database);
        assertThat(store.save(session("A", 1, 9), 0)).isTrue();
        assertThat(store.save(session("A", 1, 9), 0)).as("there is one").isFalse();
        assertThat(store.save(session("A", 2, 9), 1)).isTrue();
        assertThat(store.save(session("A", 2, 9), 1)).isFalse();
        assertThat(store.save(session("B", 2, 9), 1)).as("there is none").isFalse();
        assertThat(store.load("A").bytes()).asString().isEqualTo("A2");
        assertThat(store.load("A", 2).bytes()).as("known").isEmpty();
        assertThat(store.load("A", 1).bytes()).asString().isEqualTo("A2");
    }

    @ParameterizedTest
    @EnumSource
    void aTouchMovesTheEndForwardAlone(Database database) throws Exception {
        SessionStore store = store(database);
        assertThat(store.touch("A", 5)).isFalse();
        store.save(session("A", 1, 9), 0);
        assertThat(store.touch("A", 12)).isTrue();
        assertThat(store.touch("A", 3)).isTrue();
        StoredSession found = store.load("A");
        assertThat(found.expires()).isEqualTo(12);
        assertThat(found.version()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsOverIsClaimedOnceByAnyNumberOfNodes(Database database) throws Exception {
        DataSource source = source(database);
        String app = "claims" + NUMBER.incrementAndGet();
        List<SessionStore> nodes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            nodes.add(store(() -> source, TABLE, app));
        }
        for (int i = 0; i < 60; i++) {
            nodes.get(0).save(session("id" + i, 1, i < 50 ? 100 + i : 1000), 0);
        }
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<List<StoredSession>>> claims = new ArrayList<>();
            for (SessionStore node : nodes) {
                claims.add(threads.submit(() -> node.claimExpired(500, 40)));
            }
            List<String> claimed = new ArrayList<>();
            for (Future<List<StoredSession>> each : claims) {
                each.get(60, TimeUnit.SECONDS)
                        .forEach(
                                over -> {
                                    assertThat(over.bytes()).asString().isEqualTo(over.id() + "1");
                                    claimed.add(over.id());
                                });
            }
            nodes.get(0).claimExpired(500, 100).forEach(over -> claimed.add(over.id()));
            assertThat(claimed).hasSize(50).doesNotHaveDuplicates();
        } finally {
            threads.shutdownNow();
        }
        assertThat(nodes.get(1).size()).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource
    void idsComeInOrder(Database database) throws Exception {
        SessionStore store = store(database);
        for (String id : List.of("C", "A", "D", "B")) {
            store.save(session(id, 1, 9), 0);
        }
        assertThat(store.ids(null, 2)).containsExactly("A", "B");
        assertThat(store.ids("B", 5)).containsExactly("C", "D");
    }

    @ParameterizedTest
    @EnumSource
    void applicationsOfOneTableDoNotMeet(Database database) throws Exception {
        SessionStore one = store(database);
        SessionStore other = store(database);
        assertThat(one.save(session("A", 1, 9), 0)).isTrue();
        assertThat(other.load("A")).isNull();
        assertThat(other.save(session("A", 1, 9), 0)).as("the same id").isTrue();
        assertThat(other.remove("A")).isTrue();
        assertThat(one.load("A")).isNotNull();
    }

    /** Names come from a client, so they are never part of a statement. */
    @ParameterizedTest
    @EnumSource
    void anIdIsNoPartOfAStatement(Database database) throws Exception {
        SessionStore store = store(database);
        store.save(session("A", 1, 9), 0);
        assertThat(store.load("' OR '1'='1")).isNull();
        assertThat(store.remove("A'; DROP TABLE tomcat$sessions; --")).isFalse();
        assertThat(store.size()).isEqualTo(1);
    }

    @Test
    void aNameThatIsNoIdentifierIsRefused() {
        for (String name : List.of("a b", "a;b", "a'", "", "1a", "a.b.c.d", "a--", "\"a\"")) {
            assertThatThrownBy(() -> table(name)).isInstanceOf(IllegalArgumentException.class);
        }
        table("schema_1.tomcat$sessions");
    }

    /** As webapps/docs/sessions.html shows it. */
    @ParameterizedTest
    @EnumSource
    void aTableOfTomcatIsTakenOver(Database database) throws Exception {
        DataSource source = source(database);
        String bytes = database == Database.POSTGRES ? "BYTEA" : "BLOB";
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE old_sessions (id VARCHAR(100) NOT NULL PRIMARY KEY, valid CHAR(1)"
                            + " NOT NULL, maxinactive INT NOT NULL, lastaccess BIGINT NOT NULL, app"
                            + " VARCHAR(255), data "
                            + bytes
                            + ")");
            statement.execute(
                    "INSERT INTO old_sessions (id, valid, maxinactive, lastaccess, app) VALUES"
                            + " ('X', '1', 30, 1, 'old')");
            statement.execute("ALTER TABLE old_sessions ADD version BIGINT DEFAULT 0 NOT NULL");
            statement.execute("ALTER TABLE old_sessions ADD expires BIGINT DEFAULT 0 NOT NULL");
        }
        SessionStore store = store(() -> source, table("old_sessions"), "old");
        assertThat(store.load("X")).as("not written by this server").isNull();
        assertThat(store.claimExpired(System.currentTimeMillis(), 10)).isEmpty();
        assertThat(store.size()).isZero();
        assertThat(store.save(session("Y", 1, 9), 0)).isTrue();
        assertThat(store.load("Y")).isNotNull();
    }

    @Test
    void aTableThatIsNotThereIsNamed() throws Exception {
        DataSource source = source(Database.H2);
        SessionStore store = new DataSourceStore(() -> source, table("none"), "a", 2, false);
        open.add(store);
        assertThatThrownBy(store::open)
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining("none is not there")
                .hasMessageContaining("sessions.html");
    }

    /** A pool without a limit of its own, and without a connection. */
    @Test
    void theWaitForAConnectionIsBounded() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        DataSource empty =
                (DataSource)
                        Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {DataSource.class},
                                (proxy, method, arguments) -> {
                                    never.await();
                                    return null;
                                });
        SessionStore store = new DataSourceStore(() -> empty, TABLE, "a", 1, false);
        open.add(store);
        long began = System.nanoTime();
        assertThatThrownBy(store::open)
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining("no connection within 1000 ms");
        assertThat(System.nanoTime() - began).isLessThan(TimeUnit.SECONDS.toNanos(20));
    }

    @Test
    void aStatementThatWaitsForALockIsBounded() throws Exception {
        SessionStore store = store(Database.POSTGRES);
        store.save(session("A", 1, 9), 0);
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE tomcat$sessions IN ACCESS EXCLUSIVE MODE");
            assertThatThrownBy(() -> store.load("A"))
                    .isInstanceOf(SessionStoreException.class)
                    .hasMessageContaining("cannot read a session");
            connection.rollback();
        }
        assertThat(store.load("A")).isNotNull();
    }
}
