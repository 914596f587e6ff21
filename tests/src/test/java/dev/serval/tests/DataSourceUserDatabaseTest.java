package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.security.CertificateNames;
import dev.serval.security.DataSourceRealm;
import dev.serval.security.LoginThreads;
import dev.serval.security.LoginsBusyException;
import dev.serval.security.PasswordCheck;
import dev.serval.security.Pbkdf2Credentials;
import dev.serval.security.RealmLimits;
import dev.serval.security.TableUsers;
import dev.serval.security.UserPrincipal;
import dev.serval.security.UserSchema;
import dev.serval.security.UserTable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A UserDatabase whose users are in tables of H2 and PostgreSQL, for a UserDatabaseRealm. */
class DataSourceUserDatabaseTest {
    private static final String TABLES =
            "create table people (name varchar(100), pass varchar(200), whole varchar(100));"
                    + "create table roles (role varchar(50), said varchar(100));"
                    + "create table teams (team varchar(50), said varchar(100));"
                    + "create table people_roles (name varchar(100), role varchar(50));"
                    + "create table people_teams (name varchar(100), team varchar(50));"
                    + "create table teams_roles (team varchar(50), role varchar(50));"
                    + "insert into people values ('ann', 'right', 'Ann'), ('bob', 'blue', null);"
                    + "insert into roles values ('admin', 'all'), ('clerk', null), ('deep', null);"
                    + "insert into teams values ('staff', 'who works here');"
                    + "insert into people_roles values ('ann', 'admin'), ('ann', 'common');"
                    + "insert into people_teams values ('ann', 'staff'), ('ann', 'ghosts');"
                    + "insert into teams_roles values ('staff', 'clerk'), ('staff', 'common'),"
                    + " ('ghosts', 'deep');";
    private static final String MINIMAL =
            "userTable='people' userNameCol='name' userCredCol='pass'"
                    + " userRoleTable='people_roles' roleNameCol='role'";
    private static final String WHOLE =
            MINIMAL
                    + " userFullNameCol='whole' roleAndGroupDescriptionCol='said'"
                    + " roleTable='roles' groupTable='teams' userGroupTable='people_teams'"
                    + " groupRoleTable='teams_roles' groupNameCol='team'";
    private static final UserSchema SCHEMA =
            new UserSchema(
                    "people",
                    "name",
                    "pass",
                    "whole",
                    "people_roles",
                    "role",
                    "roles",
                    new UserSchema.Groups("teams", "team", "people_teams", "teams_roles"),
                    "said");
    private static final String THREAD =
            """
            package app;
            @WebServlet("/thread")
            public class At extends HttpServlet {
                protected void doGet(HttpServletRequest request, HttpServletResponse response)
                        throws IOException {
                    response.getWriter().print(Thread.currentThread().getName());
                }
            }
            """;
    private static final String REALM =
            "<Realm className='org.apache.catalina.realm.UserDatabaseRealm'"
                    + " resourceName='Users'";

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

    private static String users(String attributes) {
        return "<Resource name='Users' type='org.apache.catalina.UserDatabase'"
                + " factory='org.apache.catalina.users.DataSourceUserDatabaseFactory'"
                + " dataSourceName='jdbc/authority' "
                + attributes
                + "/>";
    }

    private void start(String attributes, String realm) throws Exception {
        server.server()
                .globals(
                        users(attributes)
                                + "<Resource name='jdbc/authority' type='javax.sql.DataSource'"
                                + " username='sa' url='"
                                + database.url()
                                + "'/>")
                .shared(org.h2.Driver.class);
        server.start(realm);
    }

    private void start(String attributes) throws Exception {
        start(attributes, REALM + "/>");
    }

    @Test
    void usersHaveTheirOwnRolesAndThoseOfTheirGroups() throws Exception {
        start(WHOLE);
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
        assertThat(server.logIn("bob", "blue")).isEqualTo("bob []");
    }

    /** The role common and the group ghosts stand in no table of their own. */
    @Test
    void aRoleOrAGroupCountsOnceItIsInItsTable() throws Exception {
        start(WHOLE);
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
        database.execute("insert into roles values ('common', null)");
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk, common]");
        database.execute("insert into teams values ('ghosts', null)");
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk, deep, common]");
    }

    @Test
    void withoutTablesOfRolesAndGroupsOwnRolesCount() throws Exception {
        start(MINIMAL);
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, common]");
    }

    @Test
    void aWrongPasswordAndAnUnknownNameAreRefused() throws Exception {
        start(WHOLE);
        assertThat(server.logIn("ann", "wrong")).isEqualTo(RealmServer.REFUSED);
        assertThat(server.logIn("ann", "")).isEqualTo(RealmServer.REFUSED);
        assertThat(server.logIn("cid", "right")).isEqualTo(RealmServer.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"' or '1'='1", "ann' --", "ann'; drop table people; --", "%", "ann "})
    void aNameIsNeverPartOfTheStatement(String name) throws Exception {
        start(WHOLE);
        assertThat(server.logIn(name, "right")).isEqualTo(RealmServer.REFUSED);
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
        assertThat(log.lines()).noneMatch(line -> line.contains("SRV-0664"));
    }

    /** Who comes with a session may have to be looked up, also where nobody has to log in. */
    @Test
    void noRequestRunsOnAnEventLoopIfRolesAreThoseOfThePresent() throws Exception {
        server.server().classes(THREAD);
        start(WHOLE, REALM + " useStaticPrincipal='false'/>");
        for (int i = 0; i < 200; i++) {
            assertThat(thread()).contains("-exec-");
        }
    }

    @Test
    void itMayIfRolesAreThoseOfTheLogin() throws Exception {
        server.server().classes(THREAD);
        start(WHOLE, REALM + " useStaticPrincipal='true'/>");
        Waiting.until("a call on the event loop", () -> thread().contains("-loop-"));
    }

    private String thread() throws Exception {
        return ResourceServer.get(server.server().port(), "/app/thread");
    }

    @Test
    void whoGuessesIsLockedOut() throws Exception {
        start(WHOLE);
        for (int i = 0; i < 5; i++) {
            assertThat(server.logIn("ann", "guess " + i)).isEqualTo(RealmServer.REFUSED);
        }
        assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.REFUSED);
        assertThat(server.logIn("bob", "blue")).isEqualTo("bob []");
    }

    @Test
    void aCredentialHandlerOfTheRealmKnowsWhatIsKept() throws Exception {
        database.execute(
                "update people set pass ="
                        + " '27042f4e6eca7d0b2a7ee4026df2ecfa51d3339e6d122aa099118ecd8563bad9'"
                        + " where name = 'ann'");
        start(
                WHOLE,
                REALM
                        + "><CredentialHandler className="
                        + "'org.apache.catalina.realm.MessageDigestCredentialHandler'"
                        + " algorithm='SHA-256'/></Realm>");
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "userTable='people',userTable='persons',PERSONS",
                "userCredCol='pass',userCredCol='word',WORD",
                // Without a name of its own, the column outside would be meant, and each role
                // count.
                "roleTable='roles',roleTable='teams',ROLE",
                "groupRoleTable='teams_roles',groupRoleTable='nothing',NOTHING"
            })
    void aTableOrAColumnThatIsNotThereIsTold(String change) throws Exception {
        String[] words = change.split(",");
        start(WHOLE.replace(words[0], words[1]));
        assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.BUSY);
        assertThat(log.lines())
                .filteredOn(line -> line.startsWith("SRV-0664"))
                .singleElement()
                .asString()
                .startsWith(
                        "SRV-0664 the UserDatabase Users of jdbc/authority does not tell users, so"
                                + " logins get 503: ")
                .contains(" not found")
                .contains(words[2]);
    }

    @Test
    void aDatabaseThatIsDownLocksNobodyOut() throws Exception {
        start(WHOLE);
        // The pool has tried no connection yet.
        database.stop();
        for (int i = 0; i < 6; i++) {
            assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.BUSY);
        }
        assertThat(server.answer("ann", "right").headers().firstValue("Retry-After")).contains("5");
        database.startAgain();
        database.execute(TABLES);
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
        assertThat(log.lines()).filteredOn(line -> line.startsWith("SRV-0664")).hasSize(1);
        assertThat(log.lines()).anyMatch(line -> line.startsWith("SRV-0665 "));
    }

    @Test
    void aRealmOfTheApplicationAsksWhatALinkLeadsTo() throws Exception {
        server.server()
                .context(
                        "<ResourceLink name='mine' global='Users'"
                                + " type='org.apache.catalina.UserDatabase'/>");
        start(WHOLE, REALM.replace("'Users'", "'mine'") + " localJndiResource='true'/>");
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
        assertThat(server.logIn("ann", "wrong")).isEqualTo(RealmServer.REFUSED);
        assertThat(server.server().look("class", "java:comp/env/mine"))
                .isEqualTo(TableUsers.class.getName());
    }

    private TableUsers tables() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(database.url());
        source.setUser("sa");
        return new TableUsers("the users", false, () -> source, SCHEMA);
    }

    @Test
    void aProgramReadsAllOfThem() throws Exception {
        database.execute("insert into people_roles values ('bob', 'a, b')");
        assertThat(tables().table())
                .isEqualTo(
                        new UserTable(
                                List.of(
                                        new UserTable.Role("admin", "all"),
                                        new UserTable.Role("clerk", null),
                                        new UserTable.Role("deep", null)),
                                List.of(
                                        new UserTable.Group(
                                                "staff", "who works here", Set.of("clerk"))),
                                List.of(
                                        new UserTable.User(
                                                "ann",
                                                "right",
                                                "Ann",
                                                Set.of("ghosts", "staff"),
                                                Set.of("admin")),
                                        new UserTable.User(
                                                "bob", "blue", null, Set.of(), Set.of()))));
        assertThat(tables().users().size()).isEqualTo(2);
    }

    @Test
    void aProgramChangesNothing() throws Exception {
        assertThat(tables().isReadOnly()).isTrue();
        assertThatThrownBy(() -> tables().change(table -> table.withoutUser("ann")))
                .isInstanceOf(IOException.class)
                .hasMessage("the users is only read: its tables are changed in the database");
        database.execute("drop table teams");
        assertThatThrownBy(() -> tables().table())
                .isInstanceOf(LoginsBusyException.class)
                .hasMessageContaining("TEAMS");
    }

    private DataSourceRealm realm(String origin) {
        TableUsers tables = tables();
        PasswordCheck check =
                new PasswordCheck(
                        Pbkdf2Credentials.DEFAULT, new LoginThreads(1), RealmLimits.DEFAULTS);
        return new DataSourceRealm(
                "the users",
                () -> tables,
                check,
                CertificateNames.DEFAULTS,
                RealmLimits.DEFAULTS,
                origin);
    }

    /** As of a second ago: until then requests of a user ask once. */
    @Test
    void theRolesOfThePresentCount() throws Exception {
        DataSourceRealm realm = realm("Users");
        UserPrincipal then = realm.authenticate("ann", "right");
        assertThat(realm.current(then)).isSameAs(then);
        database.execute("delete from teams_roles");
        Waiting.until("her roles", () -> !realm.current(then).equals(then));
        assertThat(realm.current(then).roles()).containsExactly("admin");
        database.execute("delete from people");
        Waiting.until("her end", () -> realm.current(then) == null);
    }

    @Test
    void whoHasNoPasswordIsFoundAllTheSame() throws Exception {
        database.execute("update people set pass = null where name = 'ann'");
        assertThat(realm(null).find("ann").roles()).containsExactlyInAnyOrder("admin", "clerk");
        assertThat(realm(null).authenticate("ann", "")).isNull();
        assertThat(realm(null).find("cid")).isNull();
    }

    @Test
    void withoutAnswerRolesStayAsTheyWere() throws Exception {
        DataSourceRealm realm = realm("Users");
        UserPrincipal then = realm.authenticate("ann", "right");
        database.execute("drop table people");
        Waiting.until("a question", () -> realm.current(then) == then && hasAsked());
        assertThat(realm.current(then)).isSameAs(then);
    }

    private boolean hasAsked() {
        return log.lines().stream().anyMatch(line -> line.startsWith("SRV-0664"));
    }

    @Test
    void withAStaticPrincipalTheRolesOfTheLoginDo() throws Exception {
        DataSourceRealm realm = realm(null);
        UserPrincipal then = realm.authenticate("ann", "right");
        database.execute("delete from people");
        assertThat(realm.current(then)).isSameAs(then);
    }

    @Test
    void usersOfPostgresLogIn() throws Exception {
        var installed = Postgres.installed();
        assumeTrue(installed.isPresent(), "PostgreSQL is not installed");
        try (Postgres postgres = Postgres.start(installed.get())) {
            try (Connection connection = postgres.connect();
                    Statement statement = connection.createStatement()) {
                // A column of a fixed length, beside one without.
                statement.execute(TABLES.replace("teams (team varchar(50)", "teams (team char(9)"));
            }
            server.server()
                    .globals(
                            users(WHOLE)
                                    + "<Resource name='jdbc/authority' type='javax.sql.DataSource'"
                                    + " username='"
                                    + Postgres.USER
                                    + "' password='"
                                    + Postgres.PASSWORD
                                    + "' defaultAutoCommit='false' maxTotal='1'"
                                    + " maxWaitMillis='5000' url='"
                                    + postgres.url()
                                    + "'/>")
                    .shared(org.postgresql.Driver.class);
            server.start(REALM + "/>");
            for (int i = 0; i < 3; i++) {
                assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, clerk]");
            }
            assertThat(server.logIn("ann' or 'a'='a", "right")).isEqualTo(RealmServer.REFUSED);
            assertThat(server.logIn("ann", "wrong")).isEqualTo(RealmServer.REFUSED);
            try (Connection connection = postgres.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("drop table roles"); // waits for whoever has not ended
            }
            assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.BUSY);
            assertThat(log.lines())
                    .anyMatch(
                            line ->
                                    line.startsWith("SRV-0664 the UserDatabase Users of")
                                            && line.contains("\"roles\" does not exist"));
            server.close();
        }
    }
}
