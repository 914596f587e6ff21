package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.config.ServerXml;
import dev.serval.lifecycle.LifecycleException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers whose server.xml has a connector for TLS, seen through a socket. */
@Timeout(60)
class TlsServedTest {
    @TempDir private static Path keys;
    @TempDir private Path base;
    private Server server;

    @BeforeAll
    static void makeKeys() throws IOException, InterruptedException {
        keytool("first");
        keytool("second");
    }

    @BeforeEach
    void files() throws IOException {
        Files.createDirectories(base.resolve("conf"));
        Files.createDirectories(base.resolve("webapps/ROOT"));
        Files.writeString(base.resolve("webapps/ROOT/index.html"), "root");
        use("first");
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ZERO);
        }
    }

    @Test
    void aConnectorThatIsConfiguredForTlsSpeaksNothingElse() throws Exception {
        start();
        assertThat(get("first", "TLSv1.2")).startsWith("HTTP/1.1 200").endsWith("root");
        assertThat(get("first", "TLSv1.3")).startsWith("HTTP/1.1 200").endsWith("root");
        try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), port())) {
            assertThat(get(plain)).startsWith("HTTP/1.1 400").contains("This port speaks TLS");
        }
    }

    @Test
    void aCertificateThatChangesIsReadAnew() throws Exception {
        start();
        assertThat(get("first", "TLSv1.3")).startsWith("HTTP/1.1 200");
        use("second");
        while (true) { // up to the limit of this test
            try {
                assertThat(get("second", "TLSv1.3")).startsWith("HTTP/1.1 200");
                break;
            } catch (SSLException stillTheFirst) {
                // Once more.
            }
        }
    }

    @Test
    void anotherCertificateInServerXmlIsTakenByAReload() throws Exception {
        start();
        assertThat(get("first", "TLSv1.3")).startsWith("HTTP/1.1 200");
        Files.copy(keys.resolve("second"), base.resolve("conf/other.p12"));
        String xml = Files.readString(serverXml()).replace("the.p12", "other.p12");
        Path file = Files.writeString(base.resolve("conf/server.xml"), xml);
        assertThat(server.reload(ServerXml.read(file).config()))
                .extracting(Object::toString)
                .singleElement()
                .asString()
                .endsWith("server.xml:3:3: SSLHostConfig is another one: taken");
        assertThat(get("second", "TLSv1.3")).startsWith("HTTP/1.1 200");
    }

    @Test
    void aReloadWithACertificateThatCannotBeUsedChangesNothing() throws Exception {
        start();
        Files.copy(keys.resolve("second"), base.resolve("conf/other.p12"));
        String xml =
                Files.readString(serverXml())
                        .replace("the.p12", "other.p12")
                        .replace("<Host", "<Host name='more'/><Host");
        Path file = Files.writeString(base.resolve("conf/server.xml"), xml);
        var next = ServerXml.read(file).config();
        Files.delete(base.resolve("conf/other.p12"));
        assertThatThrownBy(() -> server.reload(next))
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("server.xml:2:1: the file ")
                .hasMessageContaining("other.p12 does not exist");
        assertThat(get("first", "TLSv1.3")).startsWith("HTTP/1.1 200");
        assertThat(server.services().get(0).engine().hosts()).hasSize(1);
    }

    @Test
    void theWatchOfTheFilesEndsWithTheServer() throws Exception {
        start();
        assertThat(watches()).isOne();
        server.stop(Duration.ZERO);
        assertThat(watches()).isZero();
    }

    @Test
    void theEndOfACertificateIsAMetricAndABeanAlsoOfTheNextOne() throws Exception {
        String listeners = "<Listener className='OpsEndpoint'/><Listener className='JmxBeans'/>";
        start(listeners);
        endIsTold("first");
        use("second");
        endIsTold("second");
    }

    /** Waits up to the limit of this test. */
    private void endIsTold(String name) throws Exception {
        X509Certificate certificate = (X509Certificate) certificate(name);
        Instant end = certificate.getNotAfter().toInstant();
        String sample =
                "serval_certificate_expiry_timestamp_seconds{connector=\"http-nio-0\","
                        + "host=\"_default_\",certificate=\"1\",algorithm=\"EC\"} "
                        + end.getEpochSecond()
                        + "\n";
        while (!metrics().contains(sample)) {
            assertThat(Thread.interrupted()).isFalse();
        }
        ObjectName bean =
                new ObjectName(
                        "Catalina:type=SSLHostConfigCertificate,ThreadPool=\"https-jsse-nio-"
                                + port()
                                + "\",Host=\"_default_\",name=EC");
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        String serial = certificate.getSerialNumber().toString(16);
        while (!serial.equals(serial(beans, bean))) {
            assertThat(Thread.interrupted()).isFalse();
        }
        assertThat(beans.getAttribute(bean, "notAfter")).isEqualTo(end.toString());
        assertThat((long) beans.getAttribute(bean, "secondsLeft"))
                .isBetween(89L * 86_400 - 60, 90L * 86_400);
    }

    /** Null while there is no such bean: another one is on its way. */
    private static String serial(MBeanServer beans, ObjectName bean) throws JMException {
        try {
            return (String) beans.getAttribute(bean, "serialNumber");
        } catch (InstanceNotFoundException e) {
            return null;
        }
    }

    private String metrics() throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(base.resolve("temp/ops.sock")));
            String request = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            byte[] answer = Channels.newInputStream(channel).readAllBytes();
            return new String(answer, StandardCharsets.UTF_8);
        }
    }

    @Test
    void aKeystoreThatIsGoneAtTheStartIsSaid() throws Exception {
        var config = ServerXml.read(serverXml()).config();
        Files.delete(base.resolve("conf/the.p12"));
        assertThatThrownBy(() -> Server.of(config, base, base))
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("server.xml:2:1: Connector: the file ")
                .hasMessageContaining("the.p12 does not exist");
    }

    private static long watches() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("serval-tls-files"))
                .count();
    }

    private void start() throws Exception {
        start("");
    }

    private void start(String listeners) throws Exception {
        Path xml = serverXml();
        Files.writeString(xml, Files.readString(xml).replace("<Service>", listeners + "<Service>"));
        ServerXml.Result result = ServerXml.read(xml);
        assertThat(result.problems()).isEmpty();
        server = Server.of(result.config(), base, base);
        server.start();
    }

    private Path serverXml() throws IOException {
        return Files.writeString(
                base.resolve("conf/server.xml"),
                """
                <Server><Service>
                <Connector port="0" SSLEnabled="true">
                  <SSLHostConfig>
                    <Certificate certificateKeystoreFile="conf/the.p12"/>
                  </SSLHostConfig>
                </Connector>
                <Engine defaultHost="localhost"><Host name="localhost"/></Engine>
                </Service></Server>
                """);
    }

    private int port() {
        return server.connectors().get(0).port();
    }

    /** Of a client that trusts that certificate. */
    private String get(String trusted, String protocol) throws Exception {
        try (Socket carrier = new Socket(InetAddress.getLoopbackAddress(), port());
                SSLSocket socket =
                        (SSLSocket)
                                trusting(trusted)
                                        .getSocketFactory()
                                        .createSocket(carrier, "localhost", port(), true)) {
            socket.setEnabledProtocols(new String[] {protocol});
            return get(socket);
        }
    }

    private static String get(Socket socket) throws IOException {
        socket.setSoTimeout(10_000);
        String request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    private static SSLContext trusting(String name) throws IOException, GeneralSecurityException {
        Certificate certificate = certificate(name);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("it", certificate);
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static Certificate certificate(String name)
            throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(keys.resolve(name).toFile(), "changeit".toCharArray())
                .getCertificate("mykey");
    }

    private void use(String name) throws IOException {
        Files.copy(
                keys.resolve(name),
                base.resolve("conf/the.p12"),
                StandardCopyOption.REPLACE_EXISTING);
    }

    private static void keytool(String name) throws IOException, InterruptedException {
        Process keytool =
                new ProcessBuilder(
                                System.getProperty("java.home") + "/bin/keytool",
                                "-genkeypair",
                                "-keystore",
                                keys.resolve(name).toString(),
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                "changeit",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "SAN=dns:localhost")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
    }
}
