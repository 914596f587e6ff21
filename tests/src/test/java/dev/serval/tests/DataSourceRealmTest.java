package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.security.CertificateNames;
import dev.serval.security.DataSourceRealm;
import dev.serval.security.DigestAlgorithm;
import dev.serval.security.DigestAnswer;
import dev.serval.security.LoginThreads;
import dev.serval.security.PasswordCheck;
import dev.serval.security.Pbkdf2Credentials;
import dev.serval.security.RealmLimits;
import dev.serval.security.TableUsers;
import dev.serval.security.UserSchema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.Statement;
import java.util.HexFormat;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A DataSourceRealm: users of tables of H2 and PostgreSQL, by a pool of the server. */
class DataSourceRealmTest {
    private static final String TABLES =
            "create table users (name varchar(100), pass varchar(200));"
                    + "create table roles (name varchar(100), role varchar(50));"
                    + "insert into users values ('ann', 'right'), ('o''hara', 'green');"
                    + "insert into roles values ('ann', 'admin'), ('ann', 'clerk');";
    private static final String REALM =
            "<Realm className='org.apache.catalina.realm.DataSourceRealm'"
                    + " dataSourceName='jdbc/users' userTable='users' userNameCol='name'"
                    + " userCredCol='pass' userRoleTable='roles' roleNameCol='role' %s";

    @TempDir Path base;
    private RealmServer server;
    private ServerLog log;
    private TcpDatabase database;

    @BeforeEach
    void describe() throws Exception {
        log = new ServerLog();
        server = new RealmServer(base);
        database = new TcpDatabase(base.getFileName().toString());
        database.execute(TABLES);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        database.close();
        log.close();
    }

    private String pool(String more) {
        return "<Resource name='jdbc/users' type='javax.sql.DataSource' username='sa' url='"
                + database.url()
                + "' "
                + more
                + "/>";
    }

    private void start(String realm) throws Exception {
        server.server().globals(pool("")).shared(org.h2.Driver.class);
        server.start(realm);
    }

    private static String realm(String attributes) {
        return REALM.formatted(attributes) + "/>";
    }

    @Test
    void usersOfTheTablesLogInWithTheirRoles() throws Exception {
        start(realm(""));
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
        assertThat(server.logIn("o'hara", "green")).isEqualTo("o'hara []");
        assertThat(server.logIn("ann", "wrong")).isEqualTo(RealmServer.REFUSED);
        assertThat(server.logIn("bob", "right")).isEqualTo(RealmServer.REFUSED);
        assertThat(server.logIn("ann", "")).isEqualTo(RealmServer.REFUSED);
    }

    @Test
    void aPasswordThatChangesCountsAtOnce() throws Exception {
        start(realm(""));
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
        database.execute("update users set pass = 'new' where name = 'ann'; delete from roles;");
        assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.REFUSED);
        assertThat(server.logIn("ann", "new")).isEqualTo("ann []");
    }

    @Test
    void aCredentialHandlerKnowsWhatIsKept() throws Exception {
        database.execute(
                "update users set pass ="
                        + " '27042f4e6eca7d0b2a7ee4026df2ecfa51d3339e6d122aa099118ecd8563bad9'"
                        + " where name = 'ann'");
        start(
                REALM.formatted("")
                        + "><CredentialHandler className="
                        + "'org.apache.catalina.realm.MessageDigestCredentialHandler'"
                        + " algorithm='SHA-256'/></Realm>");
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
        assertThat(server.logIn("ann", "27042f4e6eca7d0b2a7ee4026df2ecfa51d3339e6d122aa099118ecd"))
                .isEqualTo(RealmServer.REFUSED);
    }

    @Test
    void withoutATableOfRolesUsersHaveNone() throws Exception {
        start(realm("").replace("userRoleTable='roles'", "").replace("roleNameCol='role'", ""));
        assertThat(server.logIn("ann", "right")).isEqualTo("ann []");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "' or '1'='1",
                "ann' --",
                "ann'; drop table users; --",
                "ann\" or \"1\"=\"1",
                "%",
                "a_n",
                "ann\\",
                "ann\u0000"
            })
    void aNameIsNeverPartOfTheStatement(String name) throws Exception {
        start(realm(""));
        assertThat(server.logIn(name, "right")).isEqualTo(RealmServer.REFUSED);
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
        assertThat(log.lines()).noneMatch(line -> line.contains("SRV-0664"));
    }

    @Test
    void aNameThatTheDatabaseTakesForAnotherIsNone() throws Exception {
        database.execute("drop table users; create table users (name char(10), pass char(20));");
        database.execute("insert into users values ('ann', 'right')");
        start(realm(""));
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
        assertThat(server.logIn("ann ", "right")).isEqualTo(RealmServer.REFUSED);
    }

    @Test
    void whoGuessesIsLockedOut() throws Exception {
        start(realm(""));
        for (int i = 0; i < 5; i++) {
            assertThat(server.logIn("ann", "guess " + i)).isEqualTo(RealmServer.REFUSED);
        }
        assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.REFUSED);
        assertThat(server.logIn("o'hara", "green")).isEqualTo("o'hara []");
    }

    @Test
    void aDatabaseWithoutAnswerLocksNobodyOut() throws Exception {
        database.execute("alter table users rename to others");
        start(realm(""));
        for (int i = 0; i < 6; i++) {
            assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.BUSY);
        }
        assertThat(server.answer("ann", "right").headers().firstValue("Retry-After")).contains("5");
        database.execute("alter table others rename to users");
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
        assertThat(log.lines())
                .filteredOn(line -> line.startsWith("SRV-0664"))
                .singleElement()
                .asString()
                .startsWith(
                        "SRV-0664 the DataSource jdbc/users of a Realm does not tell users, so");
        assertThat(log.lines()).anyMatch(line -> line.startsWith("SRV-0665 "));
    }

    @Test
    void anotherRealmKnowsItsUsersMeanwhile() throws Exception {
        database.execute("drop table users");
        Files.createDirectories(base.resolve("conf"));
        Files.writeString(
                base.resolve("conf/users.xml"),
                "<tomcat-users><user username='root' password='r' roles='admin'/>"
                        + "</tomcat-users>");
        start(
                realm("")
                        + "<Realm className='org.apache.catalina.realm.MemoryRealm'"
                        + " pathname='conf/users.xml'/>");
        assertThat(server.logIn("root", "r")).isEqualTo("root [admin]");
        assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.BUSY);
    }

    @Test
    void aNameThatIsNotThereIsToldWithTheNearest() throws Exception {
        server.server().context(pool("")).library(org.h2.Driver.class);
        server.start(realm("localDataSource='true'").replace("jdbc/users", "jdbc/user"));
        assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.BUSY);
        assertThat(log.lines())
                .anyMatch(line -> line.contains("did you mean java:comp/env/jdbc/users?"));
    }

    @Test
    void aLocalDataSourceIsThatOfTheApplication() throws Exception {
        server.server().context(pool("")).library(org.h2.Driver.class);
        server.start(realm("localDataSource='true'"));
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
    }

    @Test
    void aPoolWithoutARestKeepsNobodyWaitingForEver() throws Exception {
        server.server()
                .globals(pool("maxTotal='1' maxWaitMillis='200'"))
                .context(
                        "<ResourceLink name='jdbc/users' global='jdbc/users'"
                                + " type='javax.sql.DataSource'/>")
                .shared(org.h2.Driver.class);
        server.start(realm(""));
        assertThat(server.server().look("keep", "java:comp/env/jdbc/users")).isEqualTo("kept");
        assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.BUSY);
        assertThat(log.lines()).anyMatch(line -> line.contains("all 1 of maxTotal were in use"));
    }

    @Test
    void answersOfDigestAreLookedAtAndUsersFound() throws Exception {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(database.url());
        source.setUser("sa");
        TableUsers users =
                new TableUsers(
                        "the users",
                        false,
                        () -> source,
                        new UserSchema("users", "name", "pass", "roles", "role"));
        DataSourceRealm realm =
                new DataSourceRealm(
                        "the users",
                        () -> users,
                        new PasswordCheck(
                                Pbkdf2Credentials.DEFAULT,
                                new LoginThreads(1),
                                RealmLimits.DEFAULTS),
                        CertificateNames.DEFAULTS,
                        RealmLimits.DEFAULTS,
                        null);
        assertThat(realm.authenticate(answer("ann", "right")).roles())
                .containsExactlyInAnyOrder("admin", "clerk");
        assertThat(realm.authenticate(answer("ann", "wrong"))).isNull();
        assertThat(realm.authenticate(answer("bob", "right"))).isNull();
        assertThat(realm.find("ann").roles()).containsExactlyInAnyOrder("admin", "clerk");
        assertThat(realm.find("bob")).isNull();
        assertThat(realm.find("' or ''='")).isNull();
    }

    private static DigestAnswer answer(String user, String password) throws Exception {
        String between = "nonce:00000001:cnonce:auth";
        String a1 = sha256(user + ":realm:" + password);
        String response = sha256(a1 + ":" + between + ":" + sha256("GET:/"));
        return new DigestAnswer(
                user, "realm", DigestAlgorithm.SHA_256, between, "GET", "/", response);
    }

    private static String sha256(String text) throws Exception {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    @Test
    void usersOfPostgresLogIn() throws Exception {
        var installed = Postgres.installed();
        assumeTrue(installed.isPresent(), "PostgreSQL is not installed");
        try (Postgres postgres = Postgres.start(installed.get())) {
            try (Connection connection = postgres.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute(TABLES);
            }
            server.server()
                    .globals(
                            "<Resource name='jdbc/users' type='javax.sql.DataSource' username='"
                                    + Postgres.USER
                                    + "' password='"
                                    + Postgres.PASSWORD
                                    + "' defaultAutoCommit='false' maxTotal='1' maxWaitMillis='5000'"
                                    + " url='"
                                    + postgres.url()
                                    + "'/>")
                    .shared(org.postgresql.Driver.class);
            server.start(realm(""));
            for (int i = 0; i < 3; i++) {
                assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
            }
            assertThat(server.logIn("ann' or 'a'='a", "right")).isEqualTo(RealmServer.REFUSED);
            assertThat(server.logIn("ann", "wrong")).isEqualTo(RealmServer.REFUSED);
            try (Connection connection = postgres.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("drop table roles"); // waits for whoever has not ended
            }
            server.close();
        }
    }
}
