package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.serval.container.Server;
import dev.serval.embed.Serval;
import dev.serval.http.Refusal;
import dev.serval.valve.address.AddressRule;
import dev.serval.valve.address.AddressSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * RemoteAddrValve and RemoteCIDRValve, whose clients come from 127.0.0.1 and 127.0.0.2: who is not
 * allowed gets nothing, at whatever level it is said.
 */
@Timeout(120)
final class AddressValvesTest {
    private static final String FIRST = "<Valve className='RemoteCIDRValve' allow='127.0.0.1'/>";
    private static final String NOT_SECOND =
            "<Valve className='org.apache.catalina.valves.RemoteAddrValve'"
                    + " deny='127\\.0\\.0\\.2'/>";

    @TempDir private Path base;
    private Server server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ofSeconds(10));
        }
    }

    private static RawResponse get(int from, Wire wire, int port, String target, String... fields)
            throws IOException {
        try (RawClient client = RawClient.from(from, wire, port)) {
            assumeThat(client).as("127.0.0." + from).isNotNull();
            return client.exchange(request("GET", target, fields));
        }
    }

    private int status(int from, String target, String... fields) throws IOException {
        int port = server.connectors().get(0).port();
        return get(from, Wire.NIO, port, target, fields).status();
    }

    private void start(Wire wire, String engine) throws Exception {
        AppDirectory a = new AppDirectory(base.resolve("webapps"), "a");
        Files.writeString(a.root().resolve("a.txt"), "the file");
        Files.createDirectories(base.resolve("webapps/b"));
        Files.writeString(base.resolve("webapps/b/a.txt"), "the other file");
        server =
                Configured.server(
                        base, "<Connector port='0' protocol='" + wire.io() + "'/>", engine);
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void whoIsNotAllowedIsRefusedOnEveryWire(Wire wire) throws Exception {
        Files.writeString(base.resolve("a.txt"), "the file");
        AddressSettings settings =
                new AddressSettings(AddressRule.of("127.0.0.1", null), 403, false);
        try (Serval serval =
                Serval.onPort(0)
                        .connector(unchanged -> new Settings().config(wire))
                        .directory("/", base)
                        .valve(settings.valve(false))
                        .start()) {
            for (int i = 0; i < 3; i++) {
                assertThat(get(1, wire, serval.port(), "/a.txt").text()).isEqualTo("the file");
                RawResponse refused = get(2, wire, serval.port(), "/a.txt");
                assertThat(refused.status()).isEqualTo(403);
                assertThat(refused.text())
                        .contains(Refusal.FORBIDDEN.code())
                        .doesNotContain("file");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"NIO", "NIO2", "BIO"})
    void anEngineRefusesForEveryHost(Wire wire) throws Exception {
        start(wire, FIRST + "<Host name='localhost'/><Host name='other' appBase='none'/>");
        for (String target : new String[] {"/a/a.txt", "/a", "/none", "/b/a.txt"}) {
            assertThat(status(2, target)).as(target).isEqualTo(403);
        }
        assertThat(status(1, "/a/a.txt")).isEqualTo(200);
        assertThat(status(1, "/a/a.txt")).isEqualTo(200);
        assertThat(status(1, "/none")).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"NIO", "NIO2", "BIO"})
    void aHostRefusesForItself(Wire wire) throws Exception {
        start(
                wire,
                "<Host name='localhost'>"
                        + NOT_SECOND
                        + "</Host><Host name='other' appBase='none'/>");
        assertThat(status(2, "/a/a.txt")).isEqualTo(403);
        assertThat(status(2, "/none")).isEqualTo(403);
        assertThat(status(1, "/a/a.txt")).isEqualTo(200);
        int port = server.connectors().get(0).port();
        try (RawClient client = RawClient.from(2, Wire.NIO, port)) {
            String elsewhere = "GET /none HTTP/1.1\r\nHost: other\r\n\r\n";
            assertThat(client.exchange(elsewhere).status()).isEqualTo(404);
        }
    }

    @Test
    void aHostRefusesForItselfWhereAProxyNamesIt() throws Exception {
        start(
                Wire.NIO,
                "<Host name='localhost'><Valve className='RemoteIpValve'"
                        + " hostHeader='X-Forwarded-Host'/></Host>"
                        + "<Host name='other' appBase='webapps'>"
                        + FIRST
                        + "</Host>");
        String[] fields = {"X-Forwarded-For: 203.0.113.7", "X-Forwarded-Host: other"};
        assertThat(status(1, "/a/a.txt", fields)).isEqualTo(403);
        assertThat(status(1, "/a/a.txt", fields[0], "X-Forwarded-Host: localhost")).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"NIO", "NIO2", "BIO"})
    void aContextRefusesForItself(Wire wire) throws Exception {
        start(
                wire,
                "<Host name='localhost'><Context path='/a' docBase='a'>"
                        + FIRST
                        + "</Context></Host>");
        for (String target : new String[] {"/a/a.txt", "/a", "/a/", "/a/none"}) {
            assertThat(status(2, target)).as(target).isEqualTo(403);
        }
        assertThat(status(2, "/b/a.txt")).isEqualTo(200);
        assertThat(status(1, "/a/a.txt")).isEqualTo(200);
        assertThat(status(2, "/a/a.txt")).as("when it is in the cache").isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({"META-INF/context.xml, false", "META-INF/context.xml, true", "conf, false"})
    void aDescriptorIsAsGood(String where, boolean declared) throws Exception {
        Path file =
                where.equals("conf")
                        ? base.resolve("conf/E/localhost/a.xml")
                        : base.resolve("webapps/a").resolve(where);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "<Context>" + NOT_SECOND + FIRST + "</Context>");
        String context = declared ? "<Context path='/a' docBase='a'/>" : "";
        start(Wire.NIO, "<Host name='localhost'>" + context + "</Host>");
        assertThat(status(1, "/a/a.txt")).isEqualTo(200);
        assertThat(status(2, "/a/a.txt")).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({"Host", "Context"})
    void theLogTellsTheStatusThatIsSent(String place) throws Exception {
        String valve = "<Valve className='RemoteCIDRValve' deny='127.0.0.2' denyStatus='404'/>";
        start(
                Wire.NIO,
                "<Host name='localhost'>"
                        + (place.equals("Host") ? valve : "")
                        + "<Context path='/b' docBase='b'>"
                        + (place.equals("Host") ? "" : valve)
                        + "</Context></Host>");
        try (ServerLog log = new ServerLog()) {
            assertThat(status(2, "/b/a.txt")).isEqualTo(404);
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith(Refusal.FORBIDDEN.code()))
                    .singleElement()
                    .asString()
                    .startsWith("SRV-0133 404 Access is denied. ");
        }
    }

    @ParameterizedTest
    @CsvSource({"'', 403", "denyStatus='404', 404"})
    void theStatusIsChosen(String attribute, int expected) throws Exception {
        String valve = "<Valve className='RemoteCIDRValve' deny='127.0.0.2' " + attribute + "/>";
        start(
                Wire.NIO,
                "<Host name='localhost'><Context path='/b' docBase='b'>"
                        + valve
                        + "</Context></Host><Host name='strict' appBase='none'>"
                        + valve
                        + "</Host>");
        assertThat(status(2, "/b/a.txt")).isEqualTo(expected);
        int port = server.connectors().get(0).port();
        try (RawClient client = RawClient.from(2, Wire.NIO, port)) {
            String strict = "GET /none HTTP/1.1\r\nHost: strict\r\n\r\n";
            assertThat(client.exchange(strict).status()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // Whose word is believed, and whether the valve stands before or behind the RemoteIpValve.
        "true, false, 403",
        "false, false, 200",
        "true, true, 200",
    })
    void theAddressThatProxiesTellCountsBehindTheRemoteIpValve(
            boolean behind, boolean peer, int expected) throws Exception {
        String remoteIp = "<Valve className='RemoteIpValve'/>";
        String rule =
                "<Valve className='RemoteCIDRValve' deny='203.0.113.7' usePeerAddress='"
                        + peer
                        + "'/>";
        start(Wire.NIO, (behind ? remoteIp + rule : rule + remoteIp) + "<Host name='localhost'/>");
        assertThat(status(1, "/a/a.txt", "X-Forwarded-For: 203.0.113.7")).isEqualTo(expected);
        assertThat(status(1, "/a/a.txt", "X-Forwarded-For: 203.0.113.8")).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "RemoteCIDRValve, 127.0.0.0/8;[0-9]+, 200",
        "RemoteCIDRValve, 127.0.0.0/8;1, 403",
        "RemoteAddrValve, 127\\.0\\.0\\.1;[0-9]+, 200",
        "RemoteAddrValve, 127\\.0\\.0\\.1, 403",
    })
    void thePortOfTheConnectorIsPartOfIt(String type, String allow, int expected) throws Exception {
        String attributes = "' addConnectorPort='true' allow='" + allow + "'/>";
        start(Wire.NIO, "<Valve className='" + type + attributes + "<Host name='localhost'/>");
        assertThat(status(1, "/a/a.txt")).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(
            value = Wire.class,
            names = {"NIO"})
    void aPageOfTheApplicationAnswersForTheContext(Wire wire) throws Exception {
        Path app = base.resolve("webapps/a");
        Files.createDirectories(app.resolve("WEB-INF"));
        Files.writeString(app.resolve("denied.txt"), "not you");
        Files.writeString(
                app.resolve("WEB-INF/web.xml"),
                "<web-app><error-page><error-code>403</error-code><location>/denied.txt</location>"
                        + "</error-page></web-app>");
        start(
                wire,
                "<Host name='localhost'><Context path='/a' docBase='a'>"
                        + FIRST
                        + "</Context></Host>");
        RawResponse refused = get(2, wire, server.connectors().get(0).port(), "/a/a.txt");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text()).isEqualTo("not you");
    }
}
