package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users of files, and the elements of server.xml and context.xml that let them in. */
class SecuredServedTest {
    private static final String BASIC =
            "<login-config><auth-method>BASIC</auth-method></login-config>";
    private static final String REALM =
            "<Realm className='org.apache.catalina.realm.LockOutRealm'>"
                    + "<Realm className='org.apache.catalina.realm.UserDatabaseRealm'/></Realm>";

    @TempDir private Path base;
    private Server server;

    @BeforeEach
    void files() throws IOException {
        write("webapps/a/x.txt", "treasure");
        users("<user username='ann' password='right' roles='admin'/>");
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ZERO);
        }
    }

    private void users(String inside) throws IOException {
        write("conf/tomcat-users.xml", "<tomcat-users>" + inside + "</tomcat-users>");
    }

    private void webXml(String login) throws IOException {
        write(
                "webapps/a/WEB-INF/web.xml",
                "<web-app><security-constraint><web-resource-collection><url-pattern>/*</url-pattern>"
                        + "</web-resource-collection><auth-constraint><role-name>admin</role-name>"
                        + "</auth-constraint></security-constraint>"
                        + login
                        + "</web-app>");
    }

    @Test
    void usersOfTheFileLogInAndAreReadAnew() throws Exception {
        webXml(BASIC);
        start("<Realm className='org.apache.catalina.realm.UserDatabaseRealm'/>");
        assertThat(get("/a/x.txt", null))
                .startsWith("HTTP/1.1 401")
                .contains(
                        "WWW-Authenticate: Basic realm=\"Authentication required\","
                                + " charset=\"UTF-8\"")
                .doesNotContain("treasure");
        assertThat(get("/a/x.txt", "ann:wrong")).startsWith("HTTP/1.1 401");
        assertThat(get("/a/x.txt", "ann:right"))
                .startsWith("HTTP/1.1 200")
                .contains("Cache-Control: private")
                .endsWith("treasure");
        assertThat(get("/a/x.txt", null)).as("nothing was learnt").startsWith("HTTP/1.1 401");
        users(
                "<group groupname='g' roles='admin'/><user name='bob' password='b' groups='g'/>"
                        + "<user username='ann' password='new' roles='clerk'/>");
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (get("/a/x.txt", "bob:b").startsWith("HTTP/1.1 401")) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(20_000_000);
        }
        assertThat(get("/a/x.txt", "ann:right")).startsWith("HTTP/1.1 401");
        assertThat(get("/a/x.txt", "ann:new")).startsWith("HTTP/1.1 403");
    }

    @Test
    void aValveDecidesHowUsersLogIn() throws Exception {
        webXml(BASIC);
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Valve className='org.apache.catalina.authenticator.DigestAuthenticator'"
                        + " algorithms='SHA-256'/></Context>");
        start(REALM);
        assertThat(get("/a/x.txt", "ann:right"))
                .startsWith("HTTP/1.1 401")
                .contains("WWW-Authenticate: Digest realm=", "algorithm=SHA-256")
                .doesNotContain("MD5");
    }

    @Test
    void aWayToLogInThatIsNotThereKeepsTheApplicationOut() throws Exception {
        webXml("<login-config><auth-method>SPNEGO</auth-method></login-config>");
        start(REALM);
        assertThat(get("/a/x.txt", "ann:right")).startsWith("HTTP/1.1 503");
    }

    @Test
    void theInnermostRealmCounts() throws Exception {
        webXml(BASIC);
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Realm className='org.apache.catalina.realm.MemoryRealm'"
                        + " pathname='conf/own.xml'/></Context>");
        write(
                "conf/own.xml",
                "<tomcat-users><user name='cid' password='c' roles='admin'/></tomcat-users>");
        start(REALM);
        assertThat(get("/a/x.txt", "ann:right")).startsWith("HTTP/1.1 401");
        assertThat(get("/a/x.txt", "cid:c")).startsWith("HTTP/1.1 200");
    }

    @Test
    void aRealmThatIsNotThereKeepsTheApplicationOut() throws Exception {
        webXml(BASIC);
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Realm className='org.apache.catalina.realm.JNDIRealm'/></Context>");
        start(REALM);
        assertThat(get("/a/x.txt", "ann:right")).startsWith("HTTP/1.1 503");
    }

    @Test
    void withoutARealmNobodyLogsIn() throws Exception {
        webXml(BASIC);
        start("");
        assertThat(get("/a/x.txt", "ann:right")).startsWith("HTTP/1.1 401");
    }

    @Test
    void aUserFileThatIsBrokenLeavesNobodyInAndOneThatIsMissingToo() throws Exception {
        webXml(BASIC);
        write("conf/tomcat-users.xml", "<tomcat-users><user name='ann' password='right'");
        start(REALM);
        assertThat(get("/a/x.txt", "ann:right")).startsWith("HTTP/1.1 401");
        Files.delete(base.resolve("conf/tomcat-users.xml"));
        assertThat(get("/a/x.txt", "ann:right")).startsWith("HTTP/1.1 401");
    }

    @Test
    void whoGuessesIsLockedOut() throws Exception {
        webXml(BASIC);
        start(REALM);
        for (int i = 0; i < 5; i++) {
            assertThat(get("/a/x.txt", "ann:" + i)).startsWith("HTTP/1.1 401");
        }
        assertThat(get("/a/x.txt", "ann:right")).startsWith("HTTP/1.1 401");
    }

    private void start(String realm) throws Exception {
        Path file =
                write(
                        "conf/server.xml",
                        "<Server><GlobalNamingResources><Resource name='UserDatabase'"
                                + " type='org.apache.catalina.UserDatabase'/>"
                                + "</GlobalNamingResources>"
                                + "<Service><Connector port='0' address='127.0.0.1'/>"
                                + "<Engine defaultHost='localhost'>"
                                + realm
                                + "<Host name='localhost'/></Engine></Service></Server>");
        server = Server.of(ServerXml.read(file).config(), base, base);
        server.start();
    }

    private Path write(String name, String content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private String get(String path, String user) throws IOException {
        int port = server.connectors().get(0).port();
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
            socket.setSoTimeout(10_000);
            String login =
                    user == null
                            ? ""
                            : "Authorization: Basic "
                                    + Base64.getEncoder()
                                            .encodeToString(user.getBytes(StandardCharsets.UTF_8))
                                    + "\r\n";
            String request =
                    "GET "
                            + path
                            + " HTTP/1.1\r\nHost: x\r\n"
                            + login
                            + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
