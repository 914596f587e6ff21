package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.serval.config.ConnectorEntry;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServerXml;
import dev.serval.config.ServiceConfig;
import dev.serval.container.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * The configuration that Tomcat ships, unchanged: the server starts, and names everything in it
 * that has no effect, once.
 */
class TomcatConfigurationTest {

    @TempDir private Path base;

    @BeforeEach
    void copy() throws Exception {
        Files.createDirectories(base.resolve("conf"));
        for (String name : List.of("server.xml", "web.xml", "context.xml", "tomcat-users.xml")) {
            Files.copy(TomcatFiles.of("conf/" + name), base.resolve("conf/" + name));
        }
        for (String app : List.of("one", "two")) {
            Files.createDirectories(base.resolve("webapps").resolve(app));
            Files.writeString(base.resolve("webapps/" + app + "/index.html"), app);
            Files.writeString(base.resolve("webapps/" + app + "/index.jsp"), app);
        }
    }

    @Test
    void serverXmlNamesWhatHasNoEffect() {
        ServerXml.Result result =
                ServerXml.read(base.resolve("conf/server.xml"), System::getProperty);
        assertThat(result.errors()).isEmpty();
        assertThat(result.problems())
                .extracting(problem -> problem.toString().replaceFirst("^.*conf/server.xml:", ""))
                .containsExactly(
                        "28:13: Listener org.apache.catalina.core.AprLifecycleListener has no"
                                + " effect: TLS is that of Java");
    }

    @Test
    void theOtherFilesNameWhatHasNoEffectAndApplicationsAnswer() throws Exception {
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        Logger root = (Logger) LoggerFactory.getLogger("dev.serval");
        root.addAppender(appender);
        Server server = Server.of(onAnyPort(), base, base);
        try {
            server.start();
            try (RawClient client = new RawClient(server.connectors().get(0).port())) {
                RawResponse file = client.exchange(ServerUnderTest.request("GET", "/one/"));
                assertThat(file.text()).isEqualTo("one");
                assertThat(
                                client.exchange(ServerUnderTest.request("GET", "/two/index.jsp"))
                                        .status())
                        .isEqualTo(501);
            }
        } finally {
            server.stop(Duration.ofSeconds(10));
            root.detachAppender(appender);
        }
        assertThat(appender.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactlyInAnyOrder(
                        "SRV-0516 conf/web.xml:274:5: the init-params of servlet jsp (fork,"
                                + " xpoweredBy) have no effect here yet: pages answer 501");
    }

    @Test
    void theParametersOfItsDefaultServletAct() throws Exception {
        Path web = base.resolve("conf/web.xml");
        String text = Files.readString(web);
        String listings = "<param-name>listings</param-name>\\s*<param-value>";
        assertThat(text).containsPattern(listings + "false");
        Files.writeString(
                web,
                text.replaceFirst(
                        "(" + listings + ")false",
                        "$1true</param-value></init-param><init-param>"
                                + "<param-name>directoryRedirectStatusCode</param-name>"
                                + "<param-value>301"));
        Files.createDirectories(base.resolve("webapps/one/dir"));
        Files.writeString(base.resolve("webapps/one/dir/file.txt"), "x");
        Server server = Server.of(onAnyPort(), base, base);
        try {
            server.start();
            try (RawClient client = new RawClient(server.connectors().get(0).port())) {
                RawResponse list = client.exchange(ServerUnderTest.request("GET", "/one/dir/"));
                assertThat(list.status()).isEqualTo(200);
                assertThat(list.text()).contains("<a href=\"file.txt\">");
                RawResponse moved = client.exchange(ServerUnderTest.request("GET", "/one/dir"));
                assertThat(moved.status()).isEqualTo(301);
                assertThat(client.exchange(ServerUnderTest.request("GET", "/one/")).text())
                        .isEqualTo("one");
            }
        } finally {
            server.stop(Duration.ofSeconds(10));
        }
    }

    /** What server.xml says; only the port is another one, since others may use it. */
    private ServerConfig onAnyPort() {
        ServerConfig config =
                ServerXml.read(base.resolve("conf/server.xml"), System::getProperty).config();
        ServiceConfig service = config.services().get(0);
        ConnectorEntry entry = service.connectors().get(0);
        assertThat(entry.config().port()).isEqualTo(8080);
        ConnectorEntry moved =
                new ConnectorEntry(
                        entry.at(),
                        entry.config().change().port(0).done(),
                        entry.executor(),
                        entry.tls());
        return new ServerConfig(
                config.at(),
                config.listeners(),
                List.of(
                        new ServiceConfig(
                                service.at(),
                                service.name(),
                                service.gracefulStopAwait(),
                                service.executors(),
                                List.of(moved),
                                service.engine())),
                config.userDatabases(),
                config.globals(),
                config.extensions(),
                config.compatibility());
    }
}
