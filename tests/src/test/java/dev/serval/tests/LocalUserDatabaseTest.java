package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A UserDatabaseRealm whose database is that of the application. */
class LocalUserDatabaseTest {
    private static final String REALM =
            "<Realm className='org.apache.catalina.realm.UserDatabaseRealm' resourceName='users'"
                    + " localJndiResource='true'/>";

    @TempDir Path base;
    private RealmServer server;
    private ServerLog log;

    @BeforeEach
    void describe() throws Exception {
        log = new ServerLog();
        server = new RealmServer(base);
        Files.createDirectories(base.resolve("conf"));
        Files.writeString(
                base.resolve("conf/a.xml"),
                "<tomcat-users><user username='ann' password='right' roles='admin'/>"
                        + "</tomcat-users>");
        server.server()
                .globals(
                        "<Resource name='a' type='org.apache.catalina.UserDatabase'"
                                + " factory='org.apache.catalina.users.MemoryUserDatabaseFactory'"
                                + " pathname='conf/a.xml'/>");
    }

    @AfterEach
    void stop() {
        server.close();
        log.close();
    }

    @Test
    void itIsWhatALinkLeadsTo() throws Exception {
        server.server()
                .context(
                        "<ResourceLink name='users' global='a'"
                                + " type='org.apache.catalina.UserDatabase'/>");
        server.start(REALM);
        assertThat(server.logIn("ann", "right")).isEqualTo("ann [admin]");
        assertThat(server.logIn("ann", "wrong")).isEqualTo(RealmServer.REFUSED);
    }

    @Test
    void withoutTheLinkNobodyLogsIn() throws Exception {
        server.start(REALM);
        assertThat(server.logIn("ann", "right")).isEqualTo(RealmServer.BUSY);
        assertThat(log.lines())
                .anyMatch(line -> line.contains("localJndiResource finds no users: java:comp/env"));
    }
}
