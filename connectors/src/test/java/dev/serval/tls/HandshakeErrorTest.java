package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a task of an engine throws ends its connection, and nothing else. */
@Timeout(60)
class HandshakeErrorTest {
    /** Has no key, and no memory. */
    private static final class Exhausted extends X509ExtendedKeyManager {
        @Override
        public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
            throw new OutOfMemoryError("thrown by a test");
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            throw new OutOfMemoryError("thrown by a test");
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[0];
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return null;
        }
    }

    private final Queue<SSLEngine> engines = new ConcurrentLinkedQueue<>();

    private static SSLEngine exhausted() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {new Exhausted()}, null, null);
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(false);
            return engine;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void anErrorInATaskOfTheEngineClosesTheConnection(IoModel io) throws IOException {
        engines.add(exhausted());
        engines.add(TestKeys.server());
        ConnectorConfig config =
                ConnectorConfig.of(io, 0).change().tls(hello -> engines.remove()).done();
        Connector connector =
                new Connector(
                        config,
                        exchange -> {
                            try {
                                exchange.end(ByteBuffer.wrap(new byte[] {'h', 'i'}));
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
        connector.start();
        try {
            try (SSLSocket client = client(connector)) {
                assertThatIOException().isThrownBy(client::startHandshake);
            }
            try (SSLSocket client = client(connector)) {
                client.getOutputStream()
                        .write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(client.getInputStream().readAllBytes()).endsWith('h', 'i');
            }
        } finally {
            // Longer than the test may take: a connection that is never ended would hold it up.
            connector.stop(Duration.ofSeconds(20));
        }
        assertThat(connector.connections()).isZero();
        assertThat(connector.buffersOnLoan()).isZero();
    }

    private static SSLSocket client(Connector connector) throws IOException {
        return (SSLSocket)
                TestKeys.shared()
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), connector.port());
    }
}
