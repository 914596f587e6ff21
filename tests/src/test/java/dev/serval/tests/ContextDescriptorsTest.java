package dev.serval.tests;

import static dev.serval.tests.GuardedApps.constraint;
import static dev.serval.tests.GuardedApps.roles;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.container.Host;
import dev.serval.container.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a context.xml says of its application: another descriptor, and an access log of its own. */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Wire.class,
        names = {"NIO", "NIO2", "BIO"})
final class ContextDescriptorsTest {
    @Parameter Wire wire;
    @TempDir Path base;
    private Server server;

    private void application(String name, String contextXml) throws IOException {
        Path app = Files.createDirectories(base.resolve("webapps").resolve(name));
        Files.createDirectories(app.resolve("WEB-INF"));
        Files.createDirectories(app.resolve("META-INF"));
        Files.createDirectories(app.resolve("secret"));
        Files.writeString(app.resolve("WEB-INF/web.xml"), "<web-app/>");
        Files.writeString(app.resolve("META-INF/context.xml"), contextXml);
        Files.writeString(app.resolve("secret/x.txt"), "treasure");
        Files.writeString(app.resolve("a.txt"), "open");
    }

    private void start() throws Exception {
        Files.createDirectories(base.resolve("conf"));
        Files.writeString(
                base.resolve("conf/alt.xml"),
                GuardedApps.basic(constraint("/secret/*", "", roles("admin"))));
        server =
                Configured.server(
                        base,
                        "<Connector port='0' protocol='" + wire.io() + "'/>",
                        "<Host name='localhost' autoDeploy='false'/>");
    }

    private RawResponse get(String target) throws IOException {
        try (RawClient client = new RawClient(wire, server.connectors().get(0).port())) {
            return client.exchange(request("GET", target));
        }
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.stop(Duration.ofSeconds(10));
        }
    }

    @Test
    void anotherDescriptorCountsInPlaceOfWebXml() throws Exception {
        application("relative", "<Context altDDName='conf/alt.xml'/>");
        application("absolute", "<Context altDDName='" + base.resolve("conf/alt.xml") + "'/>");
        application("own", "<Context/>");
        start();
        for (String path : new String[] {"/relative", "/absolute"}) {
            assertThat(get(path + "/secret/x.txt").status()).as(path).isEqualTo(401);
            assertThat(get(path + "/a.txt").text()).isEqualTo("open");
        }
        assertThat(get("/own/secret/x.txt").text()).isEqualTo("treasure");
    }

    @Test
    void whatIsWrongInItsFileOfUsersIsToldAtTheStart() throws Exception {
        application(
                "users",
                "<Context><Realm className='org.apache.catalina.realm.MemoryRealm'"
                        + " pathname='conf/own-users.xml'/></Context>");
        Files.createDirectories(base.resolve("conf"));
        Path users = base.resolve("conf/own-users.xml");
        Files.writeString(users, "<tomcat-users>\n<user username='a'/></tomcat-users>");
        try (ServerLog log = new ServerLog()) {
            start();
            assertThat(log.lines())
                    .containsOnlyOnce(
                            "SRV-0545 " + users + ":2:1: user a has no password and cannot log in");
        }
    }

    @Test
    void withoutTheDescriptorThatItNamesAnApplicationIsNotServed() throws Exception {
        application("missing", "<Context altDDName='conf/none.xml'/>");
        application("directory", "<Context altDDName='conf'/>");
        start();
        assertThat(get("/missing/a.txt").status()).isEqualTo(503);
        assertThat(get("/directory/secret/x.txt").status()).isEqualTo(503);
    }

    @Test
    void anApplicationHasAnAccessLogOfItsOwnAsLongAsItRuns() throws Exception {
        application(
                "logged",
                "<Context><Valve className='org.apache.catalina.valves.AccessLogValve'"
                        + " prefix='own' suffix='.txt' pattern='%m %U %s %y'/></Context>");
        application("other", "<Context/>");
        start();
        // On one connection, so that each line is there before the next request.
        try (RawClient client = new RawClient(wire, server.connectors().get(0).port())) {
            assertThat(client.exchange(request("GET", "/logged")).status()).isEqualTo(302);
            assertThat(client.exchange(request("GET", "/logged/none")).status()).isEqualTo(404);
            assertThat(client.exchange(request("GET", "/other/a.txt")).text()).isEqualTo("open");
            for (int i = 0; i < 2; i++) {
                assertThat(client.exchange(request("GET", "/logged/a.txt")).text())
                        .isEqualTo("open");
            }
        }
        Path log = base.resolve("logs/own." + LocalDate.now() + ".txt");
        Host host = server.services().get(0).engine().defaultHost();
        assertThat(host.undeploy("/logged")).isTrue();
        // The application goes when its last request has left, and its log with it.
        Waiting.until("four lines", () -> Files.exists(log) && Files.readAllLines(log).size() == 4);
        assertThat(log)
                .hasContent(
                        """
                        GET /logged 302 -
                        GET /logged/none 404 -
                        GET /logged/a.txt 200 -
                        GET /logged/a.txt 200 -
                        """);
        assertThat(get("/logged/a.txt").status()).isEqualTo(404);
        assertThat(Files.readAllLines(log)).hasSize(4);
    }
}
