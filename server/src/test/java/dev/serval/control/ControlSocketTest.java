package dev.serval.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.serval.LoggedEvents;
import dev.serval.config.ServerXml;
import dev.serval.container.Server;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The orders that bin/serval.sh gives to a running server. */
@Timeout(60)
class ControlSocketTest {
    @TempDir private Path base;
    private final List<String> said = new ArrayList<>();
    private Path path;
    private ControlSocket socket;
    private Server server;

    @BeforeEach
    void files() throws IOException {
        path = ControlSocket.in(base);
        Files.createDirectories(base.resolve("conf"));
        Files.createDirectories(base.resolve("webapps"));
    }

    @AfterEach
    void stop() throws IOException {
        if (socket != null) {
            socket.close();
        }
        if (server != null) {
            server.stop(Duration.ZERO);
        }
    }

    @Test
    void onlyTheOwnerMayConnectAndNothingElseIsLeft() throws Exception {
        open(Map.of());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
        try (var all = Files.list(base)) {
            assertThat(all.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("conf", "webapps", "control.sock");
        }
        socket.close();
        assertThat(path).doesNotExist();
    }

    @Test
    void anOrderGetsItsArgumentsAndAnswersWithLinesAndACode() throws Exception {
        open(
                Map.of(
                        "say",
                        (words, out) -> {
                            words.forEach(out);
                            return 7;
                        }));
        assertThat(order("say", "a b", "exit 0", ""))
                .isEqualTo(0); // a line that looks like the end
        said.clear();
        assertThat(order("say", "a b", "ä")).isEqualTo(7);
        assertThat(said).containsExactly("a b", "ä");
    }

    @Test
    void whatAnOrderThrowsIsSaidAndTheNextIsObeyed() throws Exception {
        open(
                Map.of(
                        "fail",
                        (words, out) -> {
                            throw new IOException("no room");
                        }));
        assertThat(order("fail")).isEqualTo(Order.FAILED);
        assertThat(order("unknown")).isEqualTo(Order.NOT_UNDERSTOOD);
        assertThat(said).containsExactly("no room", "The server knows no order unknown");
    }

    @Test
    void withoutAServerTheCodeSaysSo() throws Exception {
        assertThat(order("status")).isEqualTo(ControlClient.NOT_RUNNING);
        try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            killed.bind(UnixDomainSocketAddress.of(path));
        }
        assertThat(path).as("left over").exists();
        assertThat(order("status")).isEqualTo(ControlClient.NOT_RUNNING);
        open(Map.of("status", (words, out) -> 0));
        assertThat(order("status")).isZero();
    }

    @Test
    void whoSendsTooMuchIsSentAway() throws Exception {
        open(Map.of());
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(path));
            byte[] endless = "x".repeat(20_000).getBytes(StandardCharsets.US_ASCII);
            try {
                channel.write(ByteBuffer.wrap(endless));
                assertThat(channel.read(ByteBuffer.allocate(10))).isEqualTo(-1);
            } catch (IOException e) {
                assertThat(e.getMessage()).containsPattern("(?i)reset|broken pipe");
            }
        }
        assertThatThrownBy(() -> order("a\nb")).hasMessageContaining("end of a line");
    }

    @Test
    void applicationsAreDeployedReloadedAndUndeployed() throws Exception {
        serving("");
        assertThat(order("reload")).as("without a path it is server.xml").isEqualTo(5);
        assertThat(order("status")).isZero();
        assertThat(said.get(0)).startsWith("READY since ");
        assertThat(said).contains("no applications");

        said.clear();
        assertThat(order("deploy", war("good.war", "index.html", "x").toString())).isZero();
        assertThat(said).singleElement().asString().startsWith("STARTED  /good ");
        said.clear();
        assertThat(order("reload", "/good")).isZero();
        assertThat(said).singleElement().asString().startsWith("STARTED  /good ");
        said.clear();
        Path broken = war("b.war", "WEB-INF/web.xml", "<web-app>");
        assertThat(order("deploy", broken.toString(), "/broken")).isEqualTo(Order.FAILED);
        assertThat(said)
                .hasSize(2)
                .first()
                .asString()
                .contains("FAILED ", "/broken", "WEB-INF/web.xml:1:10: ");
        assertThat(said.get(1)).contains("its WAR stays", "undeploy /broken");
        assertThat(base.resolve("webapps/broken.war")).exists();
        said.clear();
        assertThat(order("apps")).isZero();
        assertThat(said).hasSize(2);
        assertThat(order("undeploy", "/good")).isZero();
        assertThat(base.resolve("webapps/good.war")).doesNotExist();
        said.clear();
        assertThat(order("undeploy", "/good")).isEqualTo(Order.FAILED);
        assertThat(order("deploy")).isEqualTo(Order.NOT_UNDERSTOOD);
        assertThat(said)
                .containsExactly(
                        "there is no application /good", "usage: serval.sh deploy FILE [PATH]");
    }

    @Test
    void whatIsNoWarIsCalledByItsName() throws Exception {
        serving("");
        Path text = Files.writeString(base.resolve("notes.txt"), "x");
        Path junk = Files.writeString(base.resolve("junk.war"), "x");
        assertThat(order("deploy", base.resolve("none.war").toString())).isEqualTo(Order.FAILED);
        assertThat(order("deploy", text.toString())).isEqualTo(Order.FAILED);
        assertThat(order("deploy", junk.toString())).isEqualTo(Order.FAILED);
        assertThat(said.get(0)).isEqualTo(base.resolve("none.war") + " does not exist");
        assertThat(said.get(1)).isEqualTo(text + " is no WAR: its name has to end with .war");
        assertThat(said.get(2))
                .startsWith("/junk is not deployed: this is no WAR that can be served");
        assertThat(base.resolve("webapps/junk.war")).doesNotExist();
    }

    /** As the manager does it: autoDeploy is for whoever copies files there. */
    @Test
    void anOrderNeedsNoAutoDeploy() throws Exception {
        serving(" autoDeploy='false'");
        assertThat(order("deploy", war("good.war", "index.html", "x").toString())).isZero();
        assertThat(order("undeploy", "/good")).isZero();
        assertThat(said).last().isEqualTo("/good is undeployed");
    }

    @Test
    void eachChangeIsOneLineOfTheLog() throws Exception {
        Logger audit = (Logger) LoggerFactory.getLogger("dev.serval.operations.audit");
        LoggedEvents lines = new LoggedEvents();
        audit.addAppender(lines);
        // Whatever the tests of a module log.
        audit.setLevel(Level.INFO);
        try {
            serving("");
            order("deploy", war("good.war", "index.html", "x").toString());
            order("reload", "/good");
            order("status");
            order("apps");
            order("deploy", war("b.war", "WEB-INF/web.xml", "<web-app>").toString());
            order("undeploy", "/none");
            order("user", "add", "ann");
        } finally {
            audit.setLevel(null);
            audit.detachAppender(lines);
        }
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .satisfiesExactly(
                        line ->
                                assertThat(line)
                                        .startsWith("SRV-0720 ")
                                        .contains(" from serval.sh: deploy [localhost, /good]")
                                        .endsWith(": done"),
                        line -> assertThat(line).endsWith(": reload [localhost, /good]: done"),
                        line -> assertThat(line).endsWith(": done, but it is FAILED"),
                        line -> assertThat(line).endsWith(": refused, NO_APPLICATION"),
                        line ->
                                assertThat(line)
                                        .isEqualTo("SRV-0770 serval.sh: user add ann: done"));
    }

    @Test
    void whatIsTooMuchIsNotUnderstood() throws Exception {
        serving("");
        for (String name : List.of("status", "apps")) {
            assertThat(order(name, "x")).as(name).isEqualTo(Order.NOT_UNDERSTOOD);
        }
        assertThat(said).containsExactly("usage: serval.sh status", "usage: serval.sh apps");
    }

    @Test
    void theFileOfAnotherServerStays() throws Exception {
        open(Map.of());
        Files.delete(path);
        try (ControlSocket other = ControlSocket.open(path, Map.of("say", (words, out) -> 5))) {
            socket.close();
            assertThat(order("say")).isEqualTo(5);
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void aSocketThatTakesOrdersIsNotReplaced() throws Exception {
        open(Map.of("say", (words, out) -> 5));
        assertThatThrownBy(() -> ControlSocket.open(path, Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("in use");
        assertThat(order("say")).isEqualTo(5);
    }

    private void serving(String ofHost) throws Exception {
        Path file =
                Files.writeString(
                        base.resolve("conf/server.xml"),
                        "<Server><Service><Connector port='0' address='127.0.0.1'/>"
                                + "<Engine defaultHost='localhost'><Host name='localhost'"
                                + ofHost
                                + "/></Engine></Service></Server>");
        server = Server.of(ServerXml.read(file).config(), base, base);
        server.start();
        open(Orders.of(server, (words, out) -> 5));
    }

    private Path war(String name, String entry, String content) throws IOException {
        Path war = base.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return war;
    }

    private void open(Map<String, Order> orders) throws IOException {
        socket = ControlSocket.open(path, orders);
    }

    private int order(String... words) throws IOException {
        return ControlClient.order(path, List.of(words), said::add);
    }
}
