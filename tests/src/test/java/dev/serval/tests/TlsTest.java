package dev.serval.tests;

import static dev.serval.http.Refusal.MISDIRECTED;
import static dev.serval.http.Refusal.PLAIN_TEXT;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.connector.IoModel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What TLS adds to a request and to a connection; security rules 19 and 24. */
@ParameterizedClass(name = "{0} {1}")
@MethodSource("wires")
final class TlsTest {
    private static final Map<Wire, ServerUnderTest> SERVERS = new EnumMap<>(Wire.class);

    @Parameter(0)
    Wire wire;

    @Parameter(1)
    String protocol;

    static Stream<Arguments> wires() {
        return Wire.tested().stream()
                .filter(Wire::tls)
                .flatMap(
                        wire ->
                                Stream.of("TLSv1.2", "TLSv1.3")
                                        .map(protocol -> Arguments.of(wire, protocol)));
    }

    @BeforeAll
    static void start() {
        for (Wire wire : Wire.tested()) {
            if (wire.tls()) {
                SERVERS.computeIfAbsent(wire, ServerUnderTest::start);
            }
        }
    }

    @AfterAll
    static void stop() throws IOException {
        for (ServerUnderTest server : SERVERS.values()) {
            server.close();
        }
        SERVERS.clear();
    }

    private ServerUnderTest server() {
        return SERVERS.get(wire);
    }

    private RawClient connect() throws IOException {
        return connect(TestTls.shared().anybody(), "localhost");
    }

    private RawClient connect(SSLContext keys, String host) throws IOException {
        Socket carrier = new Socket(InetAddress.getLoopbackAddress(), server().port());
        carrier.setTcpNoDelay(true);
        carrier.setSoTimeout(RawClient.PATIENCE);
        SSLSocket socket = TestTls.over(carrier, protocol, keys, host);
        return new RawClient(socket, carrier);
    }

    @Test
    void aRequestKnowsItsConnection() throws IOException {
        try (RawClient client = connect()) {
            RawResponse response = client.exchange(request("GET", "/app/tls"));
            String suite = client.session().getCipherSuite();
            assertThat(response.text().lines())
                    .contains(
                            "scheme=https",
                            "secure=true",
                            "connection=true",
                            "port=443",
                            "secure_protocol=" + protocol,
                            "cipher_suite=" + suite,
                            "key_size=" + (suite.contains("256_GCM") ? 256 : 128))
                    .noneMatch(line -> line.startsWith("X509Certificate"));
            if (protocol.equals("TLSv1.2")) {
                assertThat(response.text())
                        .contains(
                                "ssl_session_id="
                                        + HexFormat.of().formatHex(client.session().getId()));
            }
        }
    }

    @Test
    void theCookieOfASessionIsSecure() throws IOException {
        try (RawClient client = connect()) {
            RawResponse response = client.exchange(request("GET", "/app/tls"));
            assertThat(response.all("Set-Cookie"))
                    .anySatisfy(
                            cookie ->
                                    assertThat(cookie).startsWith("JSESSIONID=").contains("Secure"))
                    .contains("plain=1");
        }
    }

    @Test
    void aClientShowsItsCertificate() throws IOException {
        try (RawClient client = connect(TestTls.shared().client(), "client.example")) {
            assertThat(client.exchange(forHost("client.example")).text())
                    .contains("X509Certificate=1 CN=localhost");
        }
    }

    private static String forHost(String host) {
        return "GET /app/tls HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
    }

    /** RFC 9110 §15.5.20: else nobody would need the certificate that the other host demands. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /app/tls HTTP/1.1\r\nHost: client.example\r\n\r\n",
                "GET /app/tls HTTP/1.1\r\nHost: Client.EXAMPLE:443\r\n\r\n",
                "GET https://client.example/app/tls HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /app/tls HTTP/1.0\r\nHost: client.example\r\n\r\n"
            })
    void aRequestForAHostWithOtherSettingsIsMisdirected(String request) throws IOException {
        try (RawClient client = connect()) {
            assertThat(client.exchange(request("GET", "/app/tls")).status()).isEqualTo(200);
            client.send(request);
            Refused.assertRefusal(client.response(), MISDIRECTED);
            client.assertClosed();
        }
    }

    @Test
    void aRequestForAnyHostOfTheSameSettingsIsNot() throws IOException {
        try (RawClient client = connect()) {
            assertThat(client.exchange(forHost("other.example")).status()).isEqualTo(200);
        }
        try (RawClient client = connect(TestTls.shared().client(), "client.example")) {
            client.send(forHost("localhost"));
            Refused.assertRefusal(client.response(), MISDIRECTED);
        }
    }

    @Test
    void aClientWithoutTheCertificateThatItNeedsIsRefused() throws IOException {
        assertThatThrownBy(
                        () -> {
                            // TLS 1.3 tells it only after its side of the handshake is over.
                            try (RawClient client =
                                    connect(TestTls.shared().anybody(), "client.example")) {
                                client.exchange(request("GET", "/app/tls"));
                            }
                        })
                .isInstanceOfAny(IOException.class, AssertionError.class);
        try (RawClient client = connect()) {
            assertThat(client.exchange(request("GET", "/hello.txt")).text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void aClientThatHasSaidAllStillGetsTheWholeAnswer() throws IOException {
        try (RawClient client = connect()) {
            client.send(request("GET", "/5m.bin")).finish();
            assertThat(client.response().body()).isEqualTo(server().site().read("5m.bin"));
            client.assertClosed();
        }
    }

    /** RFC 9112 §9.8: what came before is whole, for a request says where it ends. */
    @Test
    void aWholeRequestBeforeATruncatedEndIsAnswered() throws IOException {
        try (RawClient client = connect()) {
            client.send(request("GET", "/hello.txt")).truncate();
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
            client.assertClosed();
        }
    }

    /** RFC 9112 §8. */
    @Test
    void aTruncatedBodyIsNotTakenForAWholeOne() throws Exception {
        String read = server().app().newRead();
        try (RawClient client = connect()) {
            client.send(
                            "POST /app/read?"
                                    + read
                                    + " HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello")
                    .truncate();
            assertThat(server().app().outcome(read).get()).isEqualTo("IOException");
        }
    }

    @Test
    void plainHttpIsRefusedAndToldWhy() throws IOException {
        try (RawClient client = new RawClient(Wire.NIO, server().port())) {
            client.send(request("GET", "/hello.txt"));
            Refused.assertRefusal(client.response(), PLAIN_TEXT);
            client.assertClosed();
        }
    }

    @Test
    void everyKindOfConnectorIsHere() {
        assertThat(Stream.of(Wire.values()).filter(Wire::tls).map(Wire::io))
                .contains(IoModel.values());
    }
}
