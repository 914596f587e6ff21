package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.http.Exchange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Certificates that are obtained, and the proofs for it (RFC 8737 §3), on every connector. */
@ParameterizedClass(name = "{0} {1}")
@MethodSource("wires")
@Timeout(60)
class ControlProofTest {
    private static final Authority AUTHORITY = Authority.named("authority");
    private static final String NAME = "proved.example";

    @Parameter(0)
    IoModel io;

    @Parameter(1)
    String protocol;

    @TempDir Path directory;
    private Path file;
    private TlsContexts contexts;
    private Connector connector;

    static Stream<Arguments> wires() {
        return Stream.of(IoModel.values())
                .flatMap(
                        io ->
                                Stream.of("TLSv1.2", "TLSv1.3")
                                        .map(protocol -> Arguments.of(io, protocol)));
    }

    @BeforeEach
    void start() throws IOException {
        file = directory.resolve("obtained.pem");
        contexts =
                new TlsContexts(TlsConfig.of(TlsCertificate.obtained("EC", file, List.of(NAME))));
        ConnectorConfig config = ConnectorConfig.of(io, 0).change().tls(contexts).done();
        connector = new Connector(config, ControlProofTest::answer);
        connector.start();
    }

    @AfterEach
    void stop() {
        connector.stop(Duration.ofSeconds(5));
        assertThat(connector.buffersOnLoan()).isZero();
    }

    private static void answer(Exchange exchange) {
        try {
            exchange.end(ByteBuffer.wrap("served".getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            exchange.fail(e);
        }
    }

    private void obtained() throws IOException {
        Authority.Issued issued = AUTHORITY.issue("obtained", "EC");
        Files.writeString(file, issued.keyPem() + issued.certificatePem());
        assertThat(contexts.reload()).isTrue();
    }

    private Runnable prove() throws TlsException {
        Authority.Issued issued = AUTHORITY.issue("proof", "EC");
        return contexts.prove(NAME, issued.key(), issued.certificate());
    }

    private SSLSocket connect(String host, String... alpn) throws IOException {
        Socket carrier = new Socket(InetAddress.getLoopbackAddress(), connector.port());
        carrier.setSoTimeout(20_000);
        SSLSocket socket =
                (SSLSocket)
                        Handshake.clientContext(null)
                                .getSocketFactory()
                                .createSocket(carrier, host, connector.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setProtocols(new String[] {protocol});
        parameters.setServerNames(List.of(new SNIHostName(host)));
        parameters.setApplicationProtocols(alpn);
        socket.setSSLParameters(parameters);
        return socket;
    }

    private String shown(String host, String... alpn) throws IOException {
        try (SSLSocket socket = connect(host, alpn)) {
            socket.startHandshake();
            return Authority.commonName(
                    (X509Certificate) socket.getSession().getPeerCertificates()[0]);
        }
    }

    @Test
    void withoutItsCertificateAHostRefusesHandshakesUntilOneIsObtained() throws IOException {
        assertThatThrownBy(() -> shown(NAME))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("handshake_failure");
        obtained();
        assertThat(shown(NAME)).isEqualTo("obtained");
        assertThat(contexts.obtained().get(0).chain()).hasSize(1);
    }

    @Test
    void whoeverOffersTheProofAloneGetsItAndTheConnectionEnds() throws IOException {
        obtained();
        Runnable end = prove();
        try (SSLSocket socket = connect(NAME, "acme-tls/1")) {
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isEqualTo("acme-tls/1");
            assertThat(
                            Authority.commonName(
                                    (X509Certificate) socket.getSession().getPeerCertificates()[0]))
                    .isEqualTo("proof");
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        end.run();
        assertThatThrownBy(() -> shown(NAME, "acme-tls/1"))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("no_application_protocol");
    }

    @Test
    void theProofNeedsNoOtherCertificate() throws IOException {
        prove();
        assertThat(shown(NAME, "acme-tls/1")).isEqualTo("proof");
        assertThatThrownBy(() -> shown(NAME)).hasMessageContaining("handshake_failure");
    }

    @ParameterizedTest
    @CsvSource({"proved.example,http/1.1", "proved.example,acme-tls/1;http/1.1"})
    void othersNeverSeeIt(String host, String alpn) throws IOException {
        obtained();
        prove();
        assertThat(shown(host, alpn.split(";"))).isEqualTo("obtained");
    }

    @Test
    void anotherNameIsNotProved() throws IOException {
        obtained();
        prove();
        assertThatThrownBy(() -> shown("other.example", "acme-tls/1"))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("no_application_protocol");
    }
}
