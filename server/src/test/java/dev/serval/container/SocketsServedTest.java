package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.config.ServerXml;
import dev.serval.lifecycle.LifecycleException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers whose server.xml says how to listen, seen through their sockets. */
@Timeout(60)
class SocketsServedTest {
    private static final String UNIX = "unixDomainSocketPath='serval.sock'";

    @TempDir private Path base;
    private Server server;

    @BeforeEach
    void files() throws IOException {
        write("first/ROOT/index.html", "first");
        write("second/ROOT/index.html", "second");
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ZERO);
        }
    }

    // ---- Unix domain sockets

    @Test
    void aUnixDomainSocketIsServedLikeAPort() throws Exception {
        start("<Connector " + UNIX + "/>");
        assertThat(overUnix("/")).startsWith("HTTP/1.1 200").endsWith("first");
        assertThat(server.connectors().get(0).port()).isEqualTo(-1);
    }

    @Test
    void largeFilesLeaveWholeOverAUnixDomainSocket() throws Exception {
        String large = "0123456789abcdef".repeat(256 * 1024);
        write("first/ROOT/large.txt", large);
        start("<Connector " + UNIX + "/>");
        String answer = overUnix("/large.txt");
        assertThat(answer.substring(answer.indexOf("\r\n\r\n") + 4).equals(large)).isTrue();
    }

    @Test
    void onlyTheOwnerMayConnectUnlessMoreIsSaid() throws Exception {
        start("<Connector " + UNIX + "/>");
        assertThat(permissions()).isEqualTo("rw-------");
        server.stop(Duration.ZERO);
        start("<Connector " + UNIX + " unixDomainSocketPathPermissions='rw-rw----'/>");
        assertThat(permissions()).isEqualTo("rw-rw----");
    }

    @Test
    void theFileGoesWithTheServerAndNothingElseIsLeft() throws Exception {
        start("<Connector " + UNIX + "/>");
        server.stop(Duration.ZERO);
        try (var left = Files.list(base)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("conf", "first", "second", "work");
        }
    }

    @Test
    void whatACrashHasLeftIsReplaced() throws Exception {
        listen().close();
        assertThat(socket()).exists();
        start("<Connector " + UNIX + "/>");
        assertThat(overUnix("/")).endsWith("first");
    }

    @Test
    void aSocketOnWhichSomebodyListensIsNotReplaced() throws Exception {
        try (ServerSocketChannel other = listen()) {
            assertThatThrownBy(() -> start("<Connector " + UNIX + "/>"))
                    .isInstanceOf(LifecycleException.class)
                    .hasMessageContaining("in use");
            assertThat(other.isOpen()).isTrue();
            assertThat(socket()).exists();
        }
    }

    @Test
    void aFileThatIsNoSocketIsNotReplaced() throws Exception {
        write("serval.sock", "precious");
        assertThatThrownBy(() -> start("<Connector " + UNIX + "/>"))
                .hasMessageContaining("is no socket");
        assertThat(socket()).hasContent("precious");
    }

    @Test
    void aDirectoryThatGrantsTooMuchIsNotUsed() throws Exception {
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxrwxrwx"));
        String parent = " unixDomainSocketParentPermissions='rwxr-x---'/>";
        assertThatThrownBy(() -> start("<Connector " + UNIX + parent))
                .hasMessageContaining("gives more permissions than rwxr-x---");
        assertThatThrownBy(
                        () ->
                                start(
                                        "<Connector "
                                                + UNIX
                                                + " unixDomainSocketParentOwner='nobody-else'/>"))
                .hasMessageContaining("and not to nobody-else");
    }

    // ---- ports

    @Test
    void thePortOffsetsAreAdded() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        start("<Connector port='" + (free - 12) + "' portOffset='12' address='127.0.0.1'/>");
        assertThat(server.connectors().get(0).port()).isEqualTo(free);
    }

    @Test
    void aPortThatIsTakenKeepsTheServerFromStartingUnlessItIsSaid() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String connector = "<Connector address='127.0.0.1' port='" + taken.getLocalPort() + "'";
            String other = "<Connector port='0' address='127.0.0.1'/>";
            assertThatThrownBy(() -> start(other + connector + "/>"))
                    .isInstanceOf(LifecycleException.class);
            start(connector + " throwOnFailure='false'/>" + other);
            assertThat(server.connectors().get(0).started()).isFalse();
            assertThat(get(server.connectors().get(1).port(), "localhost")).endsWith("first");
            server.stop(Duration.ZERO);
            assertThatThrownBy(() -> start(connector + " throwOnFailure='false'/>"))
                    .hasMessageContaining("no port could be opened");
        }
    }

    @Test
    void withoutAnInheritedSocketNothingIsInherited() {
        assertThatThrownBy(() -> start("<Connector useInheritedChannel='true'/>"))
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("useInheritedChannel");
    }

    @Test
    void theAddressMayBeTheHost() throws Exception {
        start("<Connector port='0' address='127.0.0.1' useIPVHosts='true'/>");
        assertThat(get(server.connectors().get(0).port(), "localhost")).endsWith("second");
        server.stop(Duration.ZERO);
        start("<Connector port='0' address='127.0.0.1'/>");
        assertThat(get(server.connectors().get(0).port(), "localhost")).endsWith("first");
    }

    // ---- options

    @ParameterizedTest
    @ValueSource(strings = {"NIO", "NIO2", "BIO"})
    void everyOptionLeavesAServerThatAnswers(String protocol) throws Exception {
        boolean lingers = !protocol.equals("NIO2");
        start(
                "<Connector port='0' address='127.0.0.1' protocol='"
                        + protocol
                        + "' socket.rxBufSize='16384' socket.txBufSize='16384'"
                        + " socket.soKeepAlive='true' socket.soReuseAddress='true'"
                        + (lingers ? " connectionLinger='2' socket.ooBInline='true'" : "")
                        + " socket.tcpNoDelay='false' socket.soTimeout='5000' bindOnInit='true'/>");
        assertThat(get(server.connectors().get(0).port(), "localhost")).endsWith("first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NIO", "BIO"})
    void lingeringForNoTimeResetsTheConnection(String protocol) throws Exception {
        start(
                "<Connector port='0' address='127.0.0.1' socket.soTimeout='300' protocol='"
                        + protocol
                        + "' connectionLinger='0'/>");
        try (Socket socket = new Socket("127.0.0.1", server.connectors().get(0).port())) {
            socket.setSoTimeout(10_000);
            // Nothing is sent: socket.soTimeout ends it, and the linger makes that a reset.
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"NIO", "BIO"})
    void urgentBytesAreReadWhereThatIsAsked(String protocol) throws Exception {
        start(
                "<Connector port='0' address='127.0.0.1' protocol='"
                        + protocol
                        + "' socket.ooBInline='true'/>");
        try (Socket socket = new Socket("127.0.0.1", server.connectors().get(0).port())) {
            socket.setSoTimeout(10_000);
            socket.sendUrgentData('G');
            socket.getOutputStream().write(request("localhost").substring(1).getBytes());
            assertThat(new String(socket.getInputStream().readAllBytes())).endsWith("first");
        }
    }

    private ServerSocketChannel listen() throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        return channel.bind(UnixDomainSocketAddress.of(socket()));
    }

    private Path socket() {
        return base.resolve("serval.sock");
    }

    private String permissions() throws IOException {
        return PosixFilePermissions.toString(
                Files.getPosixFilePermissions(socket(), LinkOption.NOFOLLOW_LINKS));
    }

    private String overUnix(String path) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
            String request = request("localhost").replace("GET / ", "GET " + path + " ");
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            return new String(
                    Channels.newInputStream(channel).readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String get(int port, String host) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 10_000);
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request(host).getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String request(String host) {
        return "GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
    }

    private void start(String connectors) throws Exception {
        write(
                "conf/server.xml",
                "<Server><Service>"
                        + connectors
                        + "<Engine defaultHost='localhost'><Host name='localhost' appBase='first'/>"
                        + "<Host name='127.0.0.1' appBase='second'/></Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(base.resolve("conf/server.xml"));
        assertThat(result.problems()).isEmpty();
        server = Server.of(result.config(), base, base);
        server.start();
    }

    private void write(String file, String text) throws IOException {
        Path path = base.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
