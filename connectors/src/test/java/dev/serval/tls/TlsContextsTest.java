package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handshakes in memory: protocols, suites, names, certificates, ALPN, resumption. */
class TlsContextsTest {
    private static final Authority AUTHORITY = Authority.named("authority");
    @TempDir static Path directory;
    private static TlsCertificate rsa;
    private static TlsCertificate ec;
    private static TlsCertificate ed25519;
    private static TlsCertificate other;

    @BeforeAll
    static void issue() throws IOException {
        rsa = write("rsa", AUTHORITY.issue("rsa.example", "RSA"));
        ec = write("ec", AUTHORITY.issue("ec.example", "EC"));
        ed25519 = write("ed25519", AUTHORITY.issue("ed25519.example", "Ed25519"));
        other = write("other", AUTHORITY.issue("other.example", "EC"));
    }

    private static TlsCertificate write(String name, Authority.Issued issued) throws IOException {
        return TlsCertificate.pem(
                Files.writeString(directory.resolve(name + ".crt"), issued.certificatePem()),
                Files.writeString(directory.resolve(name + ".key"), issued.keyPem()));
    }

    private static TlsHost with(TlsHost host, List<String> protocols, CipherList ciphers) {
        return new TlsHost(
                host.hostName(),
                protocols,
                ciphers.suites(),
                host.honorCipherOrder(),
                host.certificateVerification(),
                host.trust(),
                host.sessionTimeout(),
                host.sessionCacheSize(),
                host.certificates());
    }

    private static TlsContexts contexts(TlsHost... hosts) throws TlsException {
        return new TlsContexts(TlsConfig.of(List.of(hosts)));
    }

    private static Handshake shake(SSLEngine client, TlsContexts contexts) throws SSLException {
        return Handshake.of(client, contexts.engine(ClientHello.of(null)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void bothProtocolsAreSpokenByDefault(String protocol) throws IOException {
        TlsContexts contexts = new TlsContexts(TlsConfig.of(ec));
        assertThat(shake(Handshake.client(protocol), contexts).protocol()).isEqualTo(protocol);
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.2, TLSv1.3", "TLSv1.3, TLSv1.2"})
    void aProtocolThatIsNotNamedIsNotSpoken(String named, String asked) throws IOException {
        TlsHost host = TlsHost.of(TlsHost.DEFAULT, ec);
        TlsContexts contexts = contexts(with(host, List.of(named), CipherList.DEFAULT));
        assertThat(shake(Handshake.client(named), contexts).protocol()).isEqualTo(named);
        assertThatThrownBy(() -> shake(Handshake.client(asked), contexts))
                .isInstanceOf(SSLException.class);
    }

    @Test
    void theOrderOfTheServerCounts() throws IOException {
        CipherList ciphers =
                CipherList.parse(
                        "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES256-GCM-SHA384", null);
        TlsHost host = TlsHost.of(TlsHost.DEFAULT, ec);
        TlsContexts contexts = contexts(with(host, Protocols.ALL, ciphers));
        SSLEngine client =
                Handshake.client(
                        "TLSv1.2",
                        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
                        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
                        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");
        assertThat(shake(client, contexts).suite())
                .isEqualTo("TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");
    }

    @Test
    void theOrderOfTheClientCountsWhenAsked() throws IOException {
        TlsHost host =
                new TlsHost(
                        TlsHost.DEFAULT,
                        Protocols.ALL,
                        CipherList.DEFAULT.suites(),
                        false,
                        CertificateVerification.NONE,
                        TlsTrust.NONE,
                        0,
                        0,
                        List.of(ec));
        String last = "TLS_CHACHA20_POLY1305_SHA256";
        SSLEngine client = Handshake.client("TLSv1.3", last, "TLS_AES_128_GCM_SHA256");
        assertThat(shake(client, contexts(host)).suite()).isEqualTo(last);
    }

    @Test
    void suitesThatAreNotNamedAreRefused() throws IOException {
        TlsContexts contexts = new TlsContexts(TlsConfig.of(ec, rsa));
        SSLEngine client = Handshake.client("TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA");
        assertThatThrownBy(() -> shake(client, contexts)).isInstanceOf(SSLException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "TLSv1.2, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, rsa.example",
        "TLSv1.2, TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, ec.example",
        "TLSv1.3, TLS_AES_128_GCM_SHA256, ec.example",
    })
    void ofTwoCertificatesTheClientGetsTheOneThatItCanCheck(
            String protocol, String suite, String expected) throws IOException {
        TlsContexts contexts = new TlsContexts(TlsConfig.of(rsa, ec));
        assertThat(shake(Handshake.client(protocol, suite), contexts).name()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void ed25519IsACertificateLikeOthers(String protocol) throws IOException {
        TlsContexts contexts = new TlsContexts(TlsConfig.of(ed25519));
        assertThat(shake(Handshake.client(protocol), contexts).name()).isEqualTo("ed25519.example");
    }

    @ParameterizedTest
    @CsvSource({
        "ec.example, ec.example",
        "a.wild.example, other.example",
        "a.b.wild.example, rsa.example",
        "wild.example, rsa.example",
        "unknown.example, rsa.example",
        ", rsa.example",
        "localhost, rsa.example",
    })
    void theNameThatTheClientAsksForChoosesTheHost(String asked, String expected)
            throws IOException {
        TlsContexts contexts =
                contexts(
                        TlsHost.of(TlsHost.DEFAULT, rsa),
                        TlsHost.of("ec.example", ec),
                        TlsHost.of("*.wild.example", other));
        SSLEngine client = Handshake.client(Handshake.clientContext(null), asked);
        assertThat(Handshake.of(client, contexts.engine(ClientHello.of(asked))).name())
                .isEqualTo(expected);
    }

    @Test
    void eachHostHasProtocolsOfItsOwn() throws IOException {
        TlsHost strict = with(TlsHost.of("ec.example", ec), List.of("TLSv1.3"), CipherList.DEFAULT);
        TlsContexts contexts = contexts(TlsHost.of(TlsHost.DEFAULT, rsa), strict);
        assertThat(shake(Handshake.client("TLSv1.2"), contexts).name()).isEqualTo("rsa.example");
        assertThatThrownBy(
                        () ->
                                Handshake.of(
                                        Handshake.client("TLSv1.2"),
                                        contexts.engine(ClientHello.of("ec.example"))))
                .isInstanceOf(SSLException.class);
    }

    @Test
    void anotherHostCanBeTheDefault() throws IOException {
        TlsConfig config = new TlsConfig("ec.example", true, List.of(TlsHost.of("ec.example", ec)));
        TlsContexts contexts = new TlsContexts(config);
        assertThat(shake(Handshake.client(), contexts).name()).isEqualTo("ec.example");
    }

    @Test
    void withoutADefaultHostNothingIsBuilt() {
        assertThatThrownBy(() -> contexts(TlsHost.of("ec.example", ec)))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("no host _default_");
    }

    @ParameterizedTest
    @CsvSource({
        "ec.example, ec.example, true",
        "ec.example, rsa.example, false",
        "unknown.example, rsa.example, true",
        ", rsa.example, true",
        ", ec.example, false",
    })
    void namesAreOfOneHostWhenTheyHaveItsSettings(String sni, String host, boolean same)
            throws IOException {
        TlsContexts contexts =
                contexts(TlsHost.of(TlsHost.DEFAULT, rsa), TlsHost.of("ec.example", ec));
        assertThat(contexts.sameHost(sni, host)).isEqualTo(same);
    }

    @Test
    void withoutStrictSniEveryHostIsServedOnEveryConnection() throws IOException {
        List<TlsHost> hosts =
                List.of(TlsHost.of(TlsHost.DEFAULT, rsa), TlsHost.of("ec.example", ec));
        TlsContexts contexts = new TlsContexts(new TlsConfig(TlsHost.DEFAULT, false, hosts));
        assertThat(contexts.sameHost("ec.example", "rsa.example")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.2", "TLSv1.3"})
    void applicationProtocolsAreNegotiatedInTheOrderOfTheServer(String protocol)
            throws IOException {
        Tls tls = alpn("h2", "http/1.1");
        assertThat(shake(offering(protocol, "http/1.1", "h2"), tls).applicationProtocol())
                .isEqualTo("h2");
        assertThat(shake(offering(protocol, "http/1.1"), tls).applicationProtocol())
                .isEqualTo("http/1.1");
        assertThat(shake(offering(protocol), tls).applicationProtocol()).isEmpty();
    }

    @Test
    void rfc7301Section3_2AClientWithNoneOfThemIsRefused() throws IOException {
        Tls tls = alpn("http/1.1");
        assertThatThrownBy(() -> shake(offering("TLSv1.3", "spdy/3"), tls))
                .isInstanceOf(SSLException.class);
    }

    private static Tls alpn(String... protocols) throws TlsException {
        return new Tls(
                new TlsContexts(TlsConfig.of(ec)), List.of(protocols), null, null, 0, null, 1);
    }

    private static Handshake shake(SSLEngine client, Tls tls) throws IOException {
        SSLEngine engine = tls.engines.engine(ClientHello.of(null));
        engine.setHandshakeApplicationProtocolSelector(tls.selector);
        return Handshake.of(client, engine);
    }

    private static SSLEngine offering(String version, String... protocols) {
        SSLEngine client = Handshake.client(version);
        SSLParameters parameters = client.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        client.setSSLParameters(parameters);
        return client;
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aSessionIsResumed(String protocol) throws IOException, InterruptedException {
        TlsContexts contexts = new TlsContexts(TlsConfig.of(ec));
        SSLContext context = Handshake.clientContext(null);
        Handshake first = shake(remembering(context, protocol), contexts);
        long after = System.currentTimeMillis();
        while (System.currentTimeMillis() == after) {
            Thread.onSpinWait(); // the next session would be a millisecond younger
        }
        assertThat(shake(remembering(context, protocol), contexts).sessionTime())
                .isEqualTo(first.sessionTime());
        assertThat(shake(Handshake.client(protocol), contexts).sessionTime())
                .isGreaterThan(first.sessionTime());
    }

    private static SSLEngine remembering(SSLContext context, String protocol) {
        SSLEngine client = Handshake.client(context, null);
        client.setEnabledProtocols(new String[] {protocol});
        return client;
    }
}
