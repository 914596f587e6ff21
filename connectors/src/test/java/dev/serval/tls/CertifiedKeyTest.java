package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A key and its certificates from PEM files: what belongs together, and until when. */
class CertifiedKeyTest {
    private static final Authority ROOT = Authority.named("root");
    private static final Authority MIDDLE = ROOT.intermediate("middle");
    private static final Authority.Issued LEAF = MIDDLE.issue("leaf.example", "RSA");
    private static final Authority.Issued OTHER = MIDDLE.issue("other.example", "RSA");
    private static final Authority.Issued EC = MIDDLE.issue("ec.example", "EC");

    @TempDir Path directory;

    private Path file(String name, String... pem) throws IOException {
        return Files.writeString(directory.resolve(name), String.join("", pem));
    }

    private static CertifiedKey load(Path certificate, Path key, Path chain, String type)
            throws TlsException {
        return CertificateLoading.load(
                new TlsCertificate(type, certificate, key, chain, Password.NONE, null, null));
    }

    private static List<String> names(CertifiedKey key) {
        return key.chain().stream().map(Authority::commonName).toList();
    }

    @Test
    void keyAndChainMayStandInOneFile() throws IOException {
        Path all =
                file("all.pem", LEAF.keyPem(), LEAF.certificatePem(), MIDDLE.self.certificatePem());
        assertThat(names(load(all, null, null, null))).containsExactly("leaf.example", "middle");
    }

    @Test
    void theChainMayStandInAFileOfItsOwn() throws IOException {
        CertifiedKey loaded =
                load(
                        file("crt", LEAF.certificatePem()),
                        file("key", LEAF.keyPem()),
                        file("chain", MIDDLE.self.certificatePem(), ROOT.self.certificatePem()),
                        "RSA");
        assertThat(names(loaded)).containsExactly("leaf.example", "middle", "root");
    }

    @Test
    void rfc5246Section7_4_2EachCertificateIsFollowedByItsIssuer() throws IOException {
        Path crt =
                file(
                        "crt",
                        LEAF.certificatePem(),
                        ROOT.self.certificatePem(),
                        OTHER.certificatePem(),
                        MIDDLE.self.certificatePem());
        assertThat(names(load(crt, file("key", LEAF.keyPem()), null, null)))
                .containsExactly("leaf.example", "middle", "root");
    }

    @ParameterizedTest
    @CsvSource({"RSA", "EC"})
    void aKeyOfAnotherCertificateIsRefused(String algorithm) throws IOException {
        Path crt = file("the.crt", LEAF.certificatePem());
        Path key = file("the.key", algorithm.equals("RSA") ? OTHER.keyPem() : EC.keyPem());
        assertThatThrownBy(() -> load(crt, key, null, null))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("the.key (" + algorithm + ") does not belong to")
                .hasMessageContaining("the.crt (RSA, CN=leaf.example)");
    }

    @Test
    void aChainThatDoesNotBeginWithTheCertificateOfTheKeyIsRefused() throws IOException {
        Path crt = file("the.crt", MIDDLE.self.certificatePem(), LEAF.certificatePem());
        Path key = file("the.key", LEAF.keyPem());
        assertThatThrownBy(() -> load(crt, key, null, null))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("belongs to certificate 2 of")
                .hasMessageContaining("has to be the first one");
    }

    @Test
    void aTypeThatIsNotThatOfTheKeyIsRefused() throws IOException {
        Path all = file("all.pem", LEAF.keyPem(), LEAF.certificatePem());
        assertThatThrownBy(() -> load(all, null, null, "EC"))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("type is EC, but the key of")
                .hasMessageContaining("is RSA");
    }

    @Test
    void aCertificateInDerIsRead() throws IOException {
        Path crt = Files.write(directory.resolve("der"), Authority.encoded(LEAF.certificate()));
        assertThat(names(load(crt, file("key", LEAF.keyPem()), null, null)))
                .containsExactly("leaf.example");
    }

    @Test
    void aFileWithoutACertificateSaysWhatItHolds() throws IOException {
        Path key = file("the.key", LEAF.keyPem());
        assertThatThrownBy(() -> load(key, key, null, null))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("the.key holds no certificate: it holds PRIVATE KEY");
    }
}
