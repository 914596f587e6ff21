package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A JNDIRealm, against an OpenLDAP. */
class LdapRealmTest {
    private static final String SEARCH =
            " connectionName='"
                    + OpenLdap.SEARCHER
                    + "' connectionPassword='"
                    + OpenLdap.SEARCHER_PASSWORD
                    + "' userBase='ou=people,dc=example,dc=org' userSearch='(uid={0})'";
    private static final String PATTERN = " userPattern='uid={0},ou=people,dc=example,dc=org'";
    private static final String ROLES =
            " roleBase='ou=groups,dc=example,dc=org' roleName='cn' roleSearch='(member={0})'";
    private static final String NAMED =
            " connectionName='"
                    + OpenLdap.SEARCHER
                    + "' connectionPassword='"
                    + OpenLdap.SEARCHER_PASSWORD
                    + "'";

    private static OpenLdap directory;
    @TempDir Path base;
    private RealmServer server;
    private ServerLog log;

    @BeforeAll
    static void startDirectory() throws Exception {
        assumeTrue(OpenLdap.isInstalled(), "slapd is not installed");
        directory = OpenLdap.start();
    }

    @AfterAll
    static void stopDirectory() throws Exception {
        if (directory != null) {
            directory.close();
        }
    }

    @BeforeEach
    void describe() throws Exception {
        log = new ServerLog();
        server = new RealmServer(base);
    }

    @AfterEach
    void stop() {
        server.close();
        log.close();
    }

    private void start(String attributes, String inside) throws Exception {
        String url = attributes.contains("connectionURL") ? "" : directory.url();
        server.start(
                "<Realm className='org.apache.catalina.realm.JNDIRealm' "
                        + (url.isEmpty() ? "" : "connectionURL='" + url + "'")
                        + attributes
                        + ">"
                        + inside
                        + "</Realm>");
    }

    private void start(String attributes) throws Exception {
        start(attributes, "");
    }

    private void refused(String user, String password) throws Exception {
        assertThat(server.logIn(user, password)).isEqualTo(RealmServer.REFUSED);
    }

    @Test
    void usersAreSearchedAndTheirPasswordLookedAtByTheDirectory() throws Exception {
        start(SEARCH + ROLES);
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin]");
        assertThat(server.logIn("hash", "right")).isEqualTo("hash []");
        refused("ann", "wrong");
        refused("bob", "right");
        refused("gus", "guest"); // below a unit of the base
    }

    @Test
    void withUserSubtreeAlsoBelow() throws Exception {
        start(SEARCH + " userSubtree='true'" + ROLES);
        assertThat(server.logIn("gus", "guest")).isEqualTo("gus [clerk]");
    }

    @Test
    void aPatternNamesTheEntry() throws Exception {
        start(PATTERN + " userRoleName='employeeType' commonRole='common'");
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [clerk, common]");
        refused("ann", "wrong");
        refused("gus", "guest");
    }

    @Test
    void severalPatternsAreTriedInTheirOrder() throws Exception {
        start(
                NAMED
                        + " userPattern='(uid={0},ou=people,dc=example,dc=org)"
                        + "(uid={0},ou=guests,ou=people,dc=example,dc=org)'"
                        + ROLES);
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin]");
        assertThat(server.logIn("gus", "guest")).isEqualTo("gus [clerk]");
        refused("gus", "right");
    }

    @Test
    void rolesOfRolesAreFoundAlsoInACircle() throws Exception {
        start(SEARCH + ROLES + " roleNested='true'");
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin, deep]");
    }

    @Test
    void rolesAreSearchedByAnAttributeOfTheUserAndPartsOfItsName() throws Exception {
        start(
                SEARCH
                        + " userRoleAttribute='employeeNumber' roleName='cn'"
                        + " roleSearch='(description={2})' roleBase='ou=groups,{1},{0}'");
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [clerk]");
    }

    @Test
    void rolesAreSearchedBelowWithRoleSubtree() throws Exception {
        start(
                SEARCH
                        + ROLES.replace("ou=groups,dc=example,dc=org", "dc=example,dc=org")
                        + " roleSubtree='true'");
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin]");
    }

    @Test
    void theUserMaySearchRoles() throws Exception {
        String roles = ROLES.replace("ou=groups", "ou=private");
        start(SEARCH + roles + " roleSearchAsUser='true'");
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [deep]");
    }

    @Test
    void whoSearchesHasToBeAllowedTo() throws Exception {
        start(SEARCH + ROLES.replace("ou=groups", "ou=private"));
        assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.BUSY);
    }

    @Test
    void theUserMaySearchTheEntry() throws Exception {
        start(
                " userBase='ou=people,dc=example,dc=org' userSearch='(entryDN={0})'"
                        + " userSearchAsUser='true' userRoleName='employeeType'");
        String ann = "uid=ann,ou=people,dc=example,dc=org";
        assertThat(server.logIn(ann, "right")).isEqualTo(ann + " [clerk]");
        refused(ann, "wrong");
        refused("ann", "right");
    }

    @Test
    void whatIsKeptIsComparedWithUserPassword() throws Exception {
        start(
                SEARCH + " userPassword='userPassword'" + ROLES,
                "<CredentialHandler className="
                        + "'org.apache.catalina.realm.MessageDigestCredentialHandler'"
                        + " algorithm='SHA-1'/>");
        assertThat(server.logIn("hash", "right")).isEqualTo("hash []");
        refused("hash", "wrong");
        refused("nobody", "right");
    }

    @Test
    void whatIsKeptInPlainTextIsComparedToo() throws Exception {
        start(SEARCH + " userPassword='userPassword'" + ROLES);
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin]");
        refused("ann", "wrong");
    }

    @ParameterizedTest
    @ValueSource(strings = {SEARCH, PATTERN})
    void anEmptyPasswordIsNeverRight(String users) throws Exception {
        start(users);
        refused("ann", "");
        refused("", "");
        refused("nobody", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "an*",
                "ann)(uid=*",
                "ann)(|(uid=*",
                "*)(&",
                "ann\\",
                "ann\\2a",
                "ann\u0000",
                "ann,ou=people",
                "ann+cn=Ann",
                "gus,ou=guests",
                "ann ",
                " ann",
                "a\u00ADnn",
                "\uFF41nn",
                "#616e6e",
                "\"ann\"",
                "ann;",
                "uid=ann,ou=people,dc=example,dc=org"
            })
    void aNameStaysAValue(String name) throws Exception {
        start(SEARCH);
        refused(name, "right");
        refused(name, "guest");
        assertThat(log.lines()).noneMatch(line -> line.contains("SRV-0664"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gus,ou=guests",
                "ann+cn=Ann",
                "ann,ou=people,dc=example,dc=org",
                "ann ",
                "ann\\20",
                "ann\u0000",
                "ann/x",
                "a\"nn",
                "#ann",
                "{0}",
                "'"
            })
    void aNameStaysAValueInAPattern(String name) throws Exception {
        start(PATTERN);
        refused(name, "right");
        refused(name, "guest");
        assertThat(server.logIn("ann", "right")).isEqualTo("ann []");
        assertThat(log.lines()).noneMatch(line -> line.contains("SRV-0664"));
    }

    @ParameterizedTest
    @ValueSource(strings = {SEARCH, PATTERN + NAMED})
    void aNameOfAllSpecialCharactersLogsIn(String users) throws Exception {
        start(users + ROLES);
        assertThat(server.logIn("a,b +(c)*\\d", "odd")).isEqualTo("a,b +(c)*\\d [admin]");
    }

    @Test
    void twoEntriesForOneNameAreNone() throws Exception {
        start(SEARCH);
        refused("twin", "twin");
        assertThat(log.lines()).anyMatch(line -> line.startsWith("SRV-0666 "));
    }

    @Test
    void whoGuessesIsLockedOut() throws Exception {
        start(SEARCH + ROLES);
        for (int i = 0; i < 5; i++) {
            refused(i % 2 == 0 ? "ann" : "ANN", "guess " + i);
        }
        refused("ann", "right");
        assertThat(server.logIn("hash", "right")).isEqualTo("hash []");
    }

    @Test
    void aDirectoryWithoutAnswerLocksNobodyOutAndIsUsedAgain() throws Exception {
        start(SEARCH + ROLES);
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin]");
        directory.kill();
        for (int i = 0; i < 6; i++) {
            assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.BUSY);
        }
        directory.serve();
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin]");
        assertThat(log.lines())
                .filteredOn(line -> line.startsWith("SRV-0664"))
                .singleElement()
                .asString()
                .startsWith("SRV-0664 the directory " + directory.url() + " of a Realm");
        assertThat(log.lines()).noneMatch(line -> line.contains(OpenLdap.SEARCHER_PASSWORD));
    }

    @Test
    void aConnectionThatWasIdleWhenTheDirectoryWasRestartedIsReplaced() throws Exception {
        start(SEARCH + ROLES);
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin]");
        directory.kill();
        directory.serve();
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin]");
        assertThat(log.lines()).noneMatch(line -> line.startsWith("SRV-0664"));
    }

    @Test
    void theAlternateUrlIsUsedWhereTheFirstDoesNotAnswer() throws Exception {
        int nobody = FreePort.find();
        start(
                " connectionURL='ldap://localhost:"
                        + nobody
                        + "' alternateURL='"
                        + directory.url()
                        + "'"
                        + SEARCH
                        + ROLES);
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin]");
        refused("ann", "wrong");
    }

    @Test
    void aDirectoryThatIsSilentIsWaitedForNoLonger() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            start(
                    " connectionURL='ldap://localhost:"
                            + silent.getLocalPort()
                            + "' connectionTimeout='300' readTimeout='300'"
                            + SEARCH);
            assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.BUSY);
        }
    }

    @Test
    void aWrongConnectionPasswordIsNoWrongPasswordOfTheUser() throws Exception {
        start(SEARCH.replace(OpenLdap.SEARCHER_PASSWORD, "wr0ng"));
        assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.BUSY);
        assertThat(log.lines())
                .anyMatch(line -> line.contains("connectionName or connectionPassword is wrong"))
                .noneMatch(line -> line.contains("wr0ng"));
    }

    @Test
    void authenticationThatLooksAtNoPasswordIsNotThatOfUsers() throws Exception {
        start(PATTERN + " authentication='none'");
        refused("ann", "wrong");
        assertThat(server.logIn("ann", "right")).isEqualTo("ann []");
    }
}
