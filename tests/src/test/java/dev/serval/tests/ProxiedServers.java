package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.serval.config.ServerXml;
import dev.serval.connector.IoModel;
import dev.serval.container.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;

/**
 * Servers and a program in front of them, with the files that the documentation shows. Used by one
 * thread. Each server has a second connector, without what belongs to the proxy, for clients that
 * pass by it.
 */
final class ProxiedServers implements AutoCloseable {
    private final FrontProgram program;
    private final Path base;
    private final IoModel io;
    private final List<Server> servers = new ArrayList<>();
    private Process front;
    private int frontPort;
    private int frontTlsPort;

    /** Leaves the test out where the program is not installed. */
    ProxiedServers(FrontProgram program, Path base, IoModel io) throws IOException {
        assumeThat(program.isInstalled()).as("Debian's package " + program.packaged()).isTrue();
        this.program = program;
        this.base = base;
        this.io = io;
        // Its workers are not the user who starts it.
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** A file of the test's directory. */
    Path file(String name) {
        return base.resolve(name);
    }

    /**
     * Starts a server.
     *
     * @param others words of the page, and what stands in their places
     */
    Server server(String file, Map<String, String> others) throws Exception {
        Path own = Files.createDirectories(base.resolve("server" + servers.size()));
        ProxiedApp.in(own);
        String xml =
                ProxiesPage.file(file, others)
                        .replace("<Connector ", "<Connector protocol=\"" + io + "\" ")
                        .replace(
                                "protocol=\"" + io + "\" protocol=\"AJP/1.3\"",
                                "protocol=\"AJP-" + io + "\"")
                        .replace(
                                "<Engine ",
                                "<Connector port=\"0\" protocol=\"" + io + "\"/>\n    <Engine ");
        Path written = Files.createDirectories(own.resolve("conf")).resolve("server.xml");
        Files.writeString(written, xml);
        ServerXml.Result result = ServerXml.read(written);
        assertThat(result.errors()).isEmpty();
        Server server = Server.of(result.config(), own, own);
        servers.add(server);
        server.start();
        return server;
    }

    /** The port to which the proxy connects. */
    static int port(Server server) {
        return server.connectors().get(0).port();
    }

    Server server(int number) {
        return servers.get(number);
    }

    /**
     * Starts the proxy on ports that are free.
     *
     * @param modules the file with the modules of httpd; null if there is none
     * @param others words of the page, and what stands in their places; {@code @front} and {@code
     *     @tls} in them are ports of the proxy
     */
    void front(String file, String modules, Map<String, String> others) throws Exception {
        String needed = modules == null ? file : ProxiesPage.file(modules);
        assumeThat(program.has(needed)).as("modules for " + file).isTrue();
        Path own = Files.createDirectories(base.resolve("front"));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxrwxrwx"));
        for (int attempt = 0; attempt < 5; attempt++) {
            frontPort = FreePort.find();
            frontTlsPort = FreePort.find();
            Map<String, String> filled = new HashMap<>();
            others.forEach((word, other) -> filled.put(word, ports(other)));
            String config = ProxiesPage.file(file, filled);
            if (program == FrontProgram.HTTPD) {
                int port = config.contains("SSLEngine") ? frontTlsPort : frontPort;
                config = "Listen 127.0.0.1:" + port + "\n" + config + "\n";
            }
            front = program.start(own, config, modules == null ? "" : needed);
            Waiting.until(
                    program.packaged(), () -> !front.isAlive() || answers(ProxiesPage.file(file)));
            if (front.isAlive()) {
                return;
            }
        }
        throw new AssertionError(Files.readString(own.resolve("front.log")));
    }

    private String ports(String text) {
        return text.replace("@front", "" + frontPort).replace("@tls", "" + frontTlsPort);
    }

    private boolean answers(String config) {
        boolean plain = !config.contains("443");
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), plain ? frontPort : frontTlsPort)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** What is done while no proxy runs. */
    @FunctionalInterface
    interface Change {
        void make() throws IOException;
    }

    /** The proxy on the same ports, after a change of its files. */
    void restartFront(Change change) throws Exception {
        FrontProgram.stop(front);
        change.make();
        front = program.again(base.resolve("front"));
        Waiting.until(program.packaged(), () -> !front.isAlive() || answers(""));
        assertThat(front.isAlive()).isTrue();
    }

    /** Certificate and key of the proxy, at these paths. */
    void certificate(String certificate, String key) throws Exception {
        TestTls.shared().writePem(file(certificate), file(key));
    }

    /** A client of the proxy. */
    RawClient plain() throws IOException {
        return new RawClient(Wire.NIO, frontPort);
    }

    /** The same over TLS. */
    RawClient tls() throws IOException {
        return new RawClient(Wire.NIO_TLS, frontTlsPort);
    }

    /** A client of the first server. */
    RawClient direct() throws IOException {
        return new RawClient(Wire.NIO, servers.get(0).connectors().get(1).port());
    }

    /** The answer to a client with another address than the proxy; null without such addresses. */
    String facts(int from, boolean tls, SSLContext keys) throws IOException {
        int port = tls ? frontTlsPort : frontPort;
        try (Socket carrier = new Socket()) {
            carrier.bind(new InetSocketAddress("127.0.0." + from, 0));
            carrier.setSoTimeout(RawClient.PATIENCE);
            carrier.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            Socket socket = tls ? TestTls.over(carrier, "TLSv1.3", keys, "localhost") : carrier;
            RawClient client = new RawClient(socket, carrier);
            return client.exchange(
                            "GET /facts HTTP/1.1\r\nHost: localhost:"
                                    + port
                                    + "\r\nX-Forwarded-Proto: gopher\r\nX-Forwarded-For: 10.9.9.9\r\n"
                                    + "ssl_cipher: forged\r\nssl_client_cert: forged\r\n\r\n")
                    .text();
        }
    }

    int frontPort() {
        return frontPort;
    }

    int frontTlsPort() {
        return frontTlsPort;
    }

    /** Several messages through the proxy. */
    void chats(boolean tls) throws Exception {
        String uri = (tls ? "wss://localhost:" + frontTlsPort : "ws://localhost:" + frontPort);
        try (SocketClient client =
                SocketClient.open(tls ? Wire.NIO_TLS : Wire.NIO, uri + "/chat")) {
            assertThat(client.say("hello").next()).isEqualTo("hello");
            String large = "x".repeat(200_000);
            assertThat(client.say(large).next()).isEqualTo(large);
            client.socket().sendClose(1000, "bye").get();
            assertThat(client.next()).startsWith("closed 1000");
        }
    }

    @Override
    public void close() throws Exception {
        if (front != null) {
            FrontProgram.stop(front);
        }
        for (Server server : servers) {
            server.stop(Duration.ofSeconds(10));
        }
    }
}
