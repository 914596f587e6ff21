package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which certificates of clients are asked for, and which are believed. */
class ClientCertificateTest {
    private static final Authority SERVERS = Authority.named("servers");
    private static final Authority CLIENTS = Authority.named("clients");
    private static final Authority.Issued ALICE = CLIENTS.issue("alice", "EC");
    private static final Authority.Issued STRANGER = Authority.named("else").issue("bob", "EC");
    private static final Authority.Issued EXPIRED = CLIENTS.issue("carol", "EC", false, -1);

    @TempDir static Path directory;
    private static TlsCertificate server;
    private static Path authorities;

    @BeforeAll
    static void issue() throws IOException {
        Authority.Issued issued = SERVERS.issue("server.example", "EC");
        server =
                TlsCertificate.pem(
                        file("server.pem", issued.keyPem() + issued.certificatePem()), null);
        authorities = file("clients.pem", CLIENTS.self.certificatePem());
    }

    private static Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static TlsContexts contexts(CertificateVerification verification, TlsTrust trust)
            throws TlsException {
        TlsHost host =
                new TlsHost(
                        TlsHost.DEFAULT,
                        Protocols.ALL,
                        CipherList.DEFAULT.suites(),
                        true,
                        verification,
                        trust,
                        86_400,
                        -1,
                        List.of(server));
        return new TlsContexts(TlsConfig.of(List.of(host)));
    }

    private static Handshake shake(
            TlsContexts contexts, Authority.Issued certificate, String protocol)
            throws SSLException {
        SSLEngine client = Handshake.client(Handshake.clientContext(certificate), null);
        client.setEnabledProtocols(new String[] {protocol});
        return Handshake.of(client, contexts.engine(ClientHello.of(null)));
    }

    private static void refuses(TlsContexts contexts, Authority.Issued certificate) {
        for (String protocol : Protocols.ALL) {
            assertThatThrownBy(() -> shake(contexts, certificate, protocol))
                    .as(protocol)
                    .isInstanceOf(SSLException.class);
        }
    }

    private static void accepts(TlsContexts contexts, Authority.Issued certificate)
            throws SSLException {
        for (String protocol : Protocols.ALL) {
            assertThat(shake(contexts, certificate, protocol).clientCertificate())
                    .as(protocol)
                    .isEqualTo(certificate.certificate());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void withNoneTheyAreNotAsked(String protocol) throws IOException {
        TlsContexts contexts = contexts(CertificateVerification.NONE, TlsTrust.of(authorities));
        assertThat(shake(contexts, ALICE, protocol).clientCertificate()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void withOptionalTheyMayHaveNone(String protocol) throws IOException {
        TlsContexts contexts = contexts(CertificateVerification.OPTIONAL, TlsTrust.of(authorities));
        assertThat(shake(contexts, null, protocol).clientCertificate()).isNull();
        accepts(contexts, ALICE);
    }

    @Test
    void withOptionalAForeignOneIsRefusedAllTheSame() throws IOException {
        refuses(contexts(CertificateVerification.OPTIONAL, TlsTrust.of(authorities)), STRANGER);
    }

    @Test
    void withRequiredOnlyOneOfTheAuthorityIsBelieved() throws IOException {
        TlsContexts contexts = contexts(CertificateVerification.REQUIRED, TlsTrust.of(authorities));
        accepts(contexts, ALICE);
        refuses(contexts, null);
        refuses(contexts, STRANGER);
        refuses(contexts, EXPIRED);
    }

    @ParameterizedTest
    @CsvSource({"PKCS12", "JKS"})
    void aTruststoreNamesTheAuthorities(String type) throws Exception {
        KeyStore store = KeyStore.getInstance(type);
        store.load(null, null);
        store.setCertificateEntry("clients", CLIENTS.self.certificate());
        Path file = directory.resolve(type);
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, "changeit".toCharArray());
        }
        TlsTrust trust = TlsTrust.of(KeystoreFile.of(file, "changeit"));
        TlsContexts contexts = contexts(CertificateVerification.REQUIRED, trust);
        accepts(contexts, ALICE);
        refuses(contexts, STRANGER);
    }

    @Test
    void aDirectoryNamesTheAuthorities() throws IOException {
        Path all = Files.createDirectory(directory.resolve("all"));
        Files.copy(authorities, all.resolve("0f1e2d3c.0"));
        Files.writeString(all.resolve("b.pem"), SERVERS.self.certificatePem());
        TlsTrust trust = new TlsTrust(null, all, null, 10, null, null);
        TlsContexts contexts = contexts(CertificateVerification.REQUIRED, trust);
        accepts(contexts, ALICE);
        refuses(contexts, STRANGER);
    }

    @Test
    void aTruststoreWithoutATrustedCertificateIsRefused() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        Path file = directory.resolve("empty.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, "changeit".toCharArray());
        }
        TlsTrust trust = TlsTrust.of(KeystoreFile.of(file, "changeit"));
        assertThatThrownBy(() -> contexts(CertificateVerification.REQUIRED, trust))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("holds no trusted certificate");
    }

    @Test
    void theAuthoritiesOfTheJdkNeverCountByThemselves() {
        assertThatThrownBy(() -> contexts(CertificateVerification.OPTIONAL, TlsTrust.NONE))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("caCertificateFile or truststoreFile");
    }

    @Test
    void aRevokedCertificateIsRefused() throws IOException {
        Authority.Issued revoked = CLIENTS.issue("dave", "EC");
        Path list = file("one.crl", CLIENTS.revocationList(revoked.certificate()));
        TlsTrust trust = new TlsTrust(authorities, null, null, 10, list, null);
        TlsContexts contexts = contexts(CertificateVerification.REQUIRED, trust);
        accepts(contexts, ALICE);
        refuses(contexts, revoked);
    }

    @Test
    void withoutTheListOfItsAuthorityACertificateIsRefused() throws IOException {
        Path list = file("other.crl", SERVERS.revocationList());
        TlsTrust trust = new TlsTrust(authorities, null, null, 10, list, null);
        refuses(contexts(CertificateVerification.REQUIRED, trust), ALICE);
    }

    @Test
    void aChainThatIsTooDeepIsRefused() throws IOException {
        Authority middle = CLIENTS.intermediate("middle");
        Authority.Issued erin = middle.issue("erin", "EC");
        List<X509Certificate> chain = List.of(erin.certificate(), middle.self.certificate());
        Authority.Issued chained = new Authority.Issued(erin.key(), chain);
        accepts(
                contexts(
                        CertificateVerification.REQUIRED,
                        new TlsTrust(authorities, null, null, 1, null, null)),
                chained);
        refuses(
                contexts(
                        CertificateVerification.REQUIRED,
                        new TlsTrust(authorities, null, null, 0, null, null)),
                chained);
    }
}
