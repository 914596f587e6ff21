package dev.serval.acme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.container.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * A server with a port for HTTP and one for TLS, and an application that demands TLS for all of its
 * paths.
 */
final class TestServer implements AutoCloseable {
    final Path base;

    /** Of the connectors; 0 for any free one. */
    final int[] ports = {0, 0};

    private final SSLContext trusting;
    private Server server;

    TestServer(Path base, X509Certificate root) throws IOException, GeneralSecurityException {
        this.base = base;
        Path application =
                Files.createDirectories(base.resolve("webapps/ROOT/WEB-INF")).getParent();
        Files.createDirectories(base.resolve("conf"));
        Files.writeString(application.resolve("index.html"), "root");
        Files.writeString(
                application.resolve("WEB-INF/web.xml"),
                """
                <web-app version="6.1"><security-constraint>
                <web-resource-collection><web-resource-name>all</web-resource-name>
                <url-pattern>/*</url-pattern></web-resource-collection>
                <user-data-constraint><transport-guarantee>CONFIDENTIAL</transport-guarantee>
                </user-data-constraint></security-constraint></web-app>
                """);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("it", root);
        TrustManagerFactory managers =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        trusting = SSLContext.getInstance("TLS");
        trusting.init(null, managers.getTrustManagers(), null);
    }

    /** What the server would be configured as. */
    ServerXml.Result read(String listener, String certificate) throws IOException {
        return ServerXml.read(
                Files.writeString(
                        base.resolve("conf/server.xml"),
                        """
                        <Server>%s<Service>
                        <Connector port="%d"/>
                        <Connector port="%d" SSLEnabled="true">
                          <SSLHostConfig>%s</SSLHostConfig>
                        </Connector>
                        <Engine defaultHost="localhost"><Host name="localhost"/></Engine>
                        </Service></Server>
                        """
                                .formatted(listener, ports[0], ports[1], certificate)));
    }

    /** The usual one, for www.example.org and example.org. */
    ServerXml.Result read(TestAuthority authority, String challenge) throws Exception {
        return read(
                "<Listener className='AcmeListener' termsOfServiceAgreed='true' directory='"
                        + authority.directory()
                        + "' challenge='"
                        + challenge
                        + "' email='operator@example.org' trustedCertificateFile='"
                        + authority.trusted(base)
                        + "'/>",
                "<Certificate obtainFor='www.example.org, example.org'/>");
    }

    /** Builds it, and tells the authority its ports when they are open. */
    void start(ServerXml.Result read, TestAuthority authority) throws Exception {
        start(read);
        authority.httpPort = port(0);
        authority.tlsPort = port(1);
    }

    void start(ServerXml.Result read) throws Exception {
        assertThat(read.problems()).isEmpty();
        server = Server.of(read.config(), base, base);
        server.start();
    }

    int port(int connector) {
        return server.connectors().get(connector).port();
    }

    Path file() {
        return base.resolve("conf/obtained/www.example.org.EC.pem");
    }

    /** A whole answer over HTTP. */
    String get(String line) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(0))) {
            socket.setSoTimeout(20_000);
            return exchange(socket, line);
        }
    }

    /** The certificate of a handshake with a client that trusts the authority. */
    X509Certificate handshake(String name) throws IOException {
        try (SSLSocket socket = connect(name)) {
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    /** A whole answer over TLS. */
    String getEncrypted(String name) throws IOException {
        try (SSLSocket socket = connect(name)) {
            return exchange(socket, "GET / HTTP/1.1");
        }
    }

    private SSLSocket connect(String name) throws IOException {
        Socket carrier = new Socket(InetAddress.getLoopbackAddress(), port(1));
        carrier.setSoTimeout(20_000);
        SSLSocket socket =
                (SSLSocket) trusting.getSocketFactory().createSocket(carrier, name, port(1), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setServerNames(List.of(new SNIHostName(name)));
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        return socket;
    }

    private static String exchange(Socket socket, String line) throws IOException {
        String request = line + "\r\nHost: www.example.org\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop(Duration.ZERO);
            server = null;
        }
    }
}
