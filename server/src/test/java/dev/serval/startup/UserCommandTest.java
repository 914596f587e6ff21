package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.security.Pbkdf2Credentials;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code serval.sh user}. */
class UserCommandTest {
    @TempDir private Path base;
    private Path users;

    @BeforeEach
    void files() throws IOException {
        Files.createDirectories(base.resolve("conf"));
        users = base.resolve("conf/people.xml");
        serverXml(
                "<Resource name='U' type='org.apache.catalina.UserDatabase'"
                        + " pathname='conf/people.xml'/>");
    }

    private void serverXml(String globals) throws IOException {
        Files.writeString(
                base.resolve("conf/server.xml"),
                "<Server><GlobalNamingResources>"
                        + globals
                        + "</GlobalNamingResources><Service><Connector port='1'/>"
                        + "<Engine defaultHost='h'><Host name='h'/></Engine></Service></Server>");
    }

    @Test
    void aNewUserHasAHashAndItsRolesInTheFileThatIsConfigured() throws Exception {
        user("s3cret\n", "add", "ann", "--role", "manager-gui,admin", "--role", "more");
        String text = Files.readString(users);
        Matcher kept = Pattern.compile("password=\"([^\"]+)\"").matcher(text);
        assertThat(kept.find()).isTrue();
        assertThat(Pbkdf2Credentials.DEFAULT.matches("s3cret", kept.group(1))).isTrue();
        assertThat(text).doesNotContain("s3cret");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(users)))
                .isEqualTo("rw-------");
        assertThat(user("", "list")).isEqualTo("ann: admin,manager-gui,more");
    }

    @Test
    void aRoleThatNoManagerKnowsIsTakenWithAWord() throws Exception {
        assertThat(user("s\n", "add", "ann", "--role", "manager-gui,admin-script").lines())
                .containsExactly("ann is in " + users);
        assertThat(user("s\n", "add", "bob", "--role", "manger-gui,shop").lines())
                .containsExactlyInAnyOrder(
                        "bob is in " + users,
                        "The role manger-gui is none of the managers' (did you mean"
                                + " manager-gui?): it counts where an application asks for it",
                        "The role shop is none of the managers': it counts where an application"
                                + " asks for it");
        assertThat(user("", "list")).contains("bob: manger-gui,shop");
    }

    @Test
    void whoIsThereIsReplacedOnlyWhenThatIsSaid() throws Exception {
        user("one\n", "add", "ann");
        user("b\n", "add", "bob");
        assertThatThrownBy(() -> user("two\n", "add", "ann"))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("see --replace");
        user("two\n", "add", "ann", "--role", "r", "--replace");
        assertThat(user("", "list").lines()).containsExactlyInAnyOrder("bob", "ann: r");
        user("", "remove", "ann");
        assertThat(user("", "list")).isEqualTo("bob");
        assertThatThrownBy(() -> user("", "remove", "ann")).isInstanceOf(StartFailure.class);
    }

    @Test
    void aPasswordIsNoArgument() throws Exception {
        assertThatThrownBy(() -> user("x\n", "add", "ann", "s3cret"))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("No argument is a password");
        assertThatThrownBy(() -> user("", "add", "ann"))
                .hasMessageContaining("there is no password");
        assertThat(users).doesNotExist();
    }

    @Test
    void aFileThatIsBrokenIsLeftAlone() throws Exception {
        Files.writeString(users, "<tomcat-users><user");
        assertThatThrownBy(() -> user("x\n", "add", "ann"))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("is to be mended first");
        assertThat(users).hasContent("<tomcat-users><user");
    }

    @Test
    void withoutAFileOfUsersItSaysSo() throws Exception {
        serverXml("");
        assertThatThrownBy(() -> user("x\n", "add", "ann"))
                .hasMessageContaining("names no file of users");
    }

    @Test
    void usersOfADatabaseAreInNoFile() throws Exception {
        serverXml(
                "<Resource name='d' type='x.Y' factory='x.Z'/><Resource name='UserDatabase'"
                        + " type='org.apache.catalina.UserDatabase' factory="
                        + "'org.apache.catalina.users.DataSourceUserDatabaseFactory'"
                        + " dataSourceName='d' userTable='u' userNameCol='n' userCredCol='c'/>");
        Path file = base.resolve("conf/server.xml");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "<Host ",
                                "<Realm className='org.apache.catalina.realm.UserDatabaseRealm'/>"
                                        + "<Host "));
        assertThatThrownBy(() -> user("x\n", "add", "ann"))
                .hasMessageContaining("names no file of users");
    }

    private String user(String typed, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        UserCommand command =
                new UserCommand(
                        new Home(base, base),
                        new Pbkdf2Credentials(1000),
                        new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(command.run(List.of(words))).isZero();
        return out.toString(StandardCharsets.UTF_8).strip();
    }
}
