package dev.serval.acme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The authority that Let's Encrypt has for tests, where it is installed. */
@Timeout(120)
class PebbleTest {
    @TempDir Path base;

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-01", "tls-alpn-01"})
    void pebbleIssuesWhatIsAskedFor(String challenge) throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "pebble"))),
                "pebble is not installed");
        int http = freePort();
        int tls = freePort();
        int port = freePort();
        int management = freePort();
        TestCertificates own = TestCertificates.make();
        Path trusted = Files.writeString(base.resolve("own.pem"), TestCertificates.pem(own.root()));
        Path config = config(own, http, tls, port, management);
        try (LoopbackNames names = new LoopbackNames()) {
            ProcessBuilder command =
                    new ProcessBuilder(
                            "pebble",
                            "-config",
                            config.toString(),
                            "-dnsserver",
                            "127.0.0.1:" + names.port());
            command.environment().put("PEBBLE_VA_NOSLEEP", "1");
            command.redirectErrorStream(true).redirectOutput(base.resolve("pebble.log").toFile());
            Process pebble = command.start();
            try {
                X509Certificate root = root(own.root(), management, pebble);
                try (TestServer server = new TestServer(base, root)) {
                    server.ports[0] = http;
                    server.ports[1] = tls;
                    server.start(
                            server.read(
                                    "<Listener className='AcmeListener' termsOfServiceAgreed='true'"
                                            + " directory='https://localhost:"
                                            + port
                                            + "/dir' challenge='"
                                            + challenge
                                            + "' trustedCertificateFile='"
                                            + trusted
                                            + "'/>",
                                    "<Certificate obtainFor='www.example.org, example.org'/>"));
                    while (!Files.exists(server.file())) { // up to the limit of the test
                        pause();
                    }
                    while (true) {
                        try {
                            assertThat(server.getEncrypted("www.example.org"))
                                    .startsWith("HTTP/1.1 200")
                                    .endsWith("root");
                            break;
                        } catch (SSLException stillBeingRead) {
                            pause();
                        }
                    }
                }
            } finally {
                pebble.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
                Files.readAllLines(base.resolve("pebble.log")).forEach(System.out::println);
            }
        }
    }

    private static void pause() {
        if (Thread.interrupted()) {
            throw new AssertionError("it did not come");
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }

    private Path config(TestCertificates own, int http, int tls, int port, int management)
            throws Exception {
        KeyPair keys = Keys.make("EC");
        Instant now = Instant.now();
        X509Certificate certificate =
                own.issue(
                        List.of("localhost"),
                        keys.getPublic(),
                        now.minusSeconds(60),
                        now.plusSeconds(86_400));
        Path chain =
                Files.writeString(base.resolve("pebble.pem"), TestCertificates.pem(certificate));
        Path key =
                Files.writeString(
                        base.resolve("pebble.key"),
                        "-----BEGIN PRIVATE KEY-----\n"
                                + Base64.getMimeEncoder()
                                        .encodeToString(keys.getPrivate().getEncoded())
                                + "\n-----END PRIVATE KEY-----\n");
        return Files.writeString(
                base.resolve("pebble.json"),
                """
                {"pebble": {"listenAddress": "127.0.0.1:%d",
                "managementListenAddress": "127.0.0.1:%d", "certificate": "%s",
                "privateKey": "%s", "httpPort": %d, "tlsPort": %d, "ocspResponderURL": "",
                "externalAccountBindingRequired": false,
                "retryAfter": {"authz": 1, "order": 1}}}
                """
                        .formatted(port, management, chain, key, http, tls));
    }

    /** The root of what it issues, once it answers. */
    private static X509Certificate root(X509Certificate trusted, int management, Process pebble)
            throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("it", trusted);
        TrustManagerFactory managers =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        URI place = URI.create("https://localhost:" + management + "/roots/0");
        while (true) { // up to the limit of the test
            try {
                HttpsURLConnection connection = (HttpsURLConnection) place.toURL().openConnection();
                connection.setSSLSocketFactory(context.getSocketFactory());
                return (X509Certificate)
                        CertificateFactory.getInstance("X.509")
                                .generateCertificate(
                                        new ByteArrayInputStream(
                                                connection.getInputStream().readAllBytes()));
            } catch (ConnectException e) {
                assertThat(pebble.isAlive()).isTrue();
                pause();
            }
        }
    }
}
