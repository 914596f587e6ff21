package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files as OpenSSL writes them. Skipped where it is not installed. */
class OpensslTest {
    @TempDir static Path directory;

    @BeforeAll
    static void isInstalled() {
        boolean found =
                Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                        .anyMatch(one -> Files.isExecutable(Path.of(one, "openssl")));
        assumeTrue(found, "openssl is not on the PATH");
    }

    private static String openssl(String arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments.split(" ")));
        Path out = directory.resolve("openssl.out");
        Process process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        String text = Files.readString(out);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }

    private static TlsCertificate self(String name, String newKey) throws IOException {
        openssl(
                "req -x509 -noenc -subj /CN=localhost -days 30 -newkey "
                        + newKey
                        + " -keyout "
                        + name
                        + ".key -out "
                        + name
                        + ".crt");
        return TlsCertificate.pem(
                directory.resolve(name + ".crt"), directory.resolve(name + ".key"));
    }

    private static TlsCertificate key(TlsCertificate from, String file, Password password) {
        return new TlsCertificate(
                null, from.certificateFile(), directory.resolve(file), null, password, null, null);
    }

    private static String served(TlsCertificate certificate) throws IOException {
        TlsContexts contexts = new TlsContexts(TlsConfig.of(certificate));
        return Handshake.of(Handshake.client(), contexts.engine(ClientHello.of(null)))
                .serverCertificate()
                .getPublicKey()
                .getAlgorithm();
    }

    @ParameterizedTest
    @CsvSource({
        "rsa:2048, RSA",
        "ec -pkeyopt ec_paramgen_curve:P-256, EC",
        "ec -pkeyopt ec_paramgen_curve:P-384, EC",
        "ed25519, EdDSA",
    })
    void aSelfSignedCertificateIsServed(String newKey, String algorithm) throws IOException {
        assertThat(served(self("self", newKey))).isEqualTo(algorithm);
    }

    @Test
    void pkcs1IsServed() throws IOException {
        TlsCertificate self = self("one", "rsa:2048");
        openssl("rsa -in one.key -traditional -out pkcs1.key");
        assertThat(Files.readString(directory.resolve("pkcs1.key"))).contains("BEGIN RSA PRIVATE");
        assertThat(served(key(self, "pkcs1.key", Password.NONE))).isEqualTo("RSA");
    }

    @Test
    void sec1IsServedWithItsParametersBefore() throws IOException {
        openssl("ecparam -name prime256v1 -genkey -out sec1.key");
        openssl("req -x509 -subj /CN=localhost -days 30 -key sec1.key -out sec1.crt");
        assertThat(Files.readString(directory.resolve("sec1.key")))
                .contains("BEGIN EC PARAMETERS", "BEGIN EC PRIVATE KEY");
        TlsCertificate sec1 =
                TlsCertificate.pem(directory.resolve("sec1.crt"), directory.resolve("sec1.key"));
        assertThat(served(sec1)).isEqualTo("EC");
    }

    @ParameterizedTest
    @CsvSource({
        "-v2 aes-256-cbc",
        "-v2 aes-128-cbc",
        "-v2 aes-256-cbc -v2prf hmacWithSHA512",
        "-v1 PBE-SHA1-3DES",
    })
    void anEncryptedKeyIsServed(String how) throws IOException {
        TlsCertificate self = self("plain", "rsa:2048");
        openssl("pkcs8 -topk8 -in plain.key -passout pass:geheim -out encrypted.key " + how);
        assertThat(served(key(self, "encrypted.key", Password.of("geheim")))).isEqualTo("RSA");
        assertThatThrownBy(() -> served(key(self, "encrypted.key", Password.of("other"))))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("encrypted.key cannot be decrypted");
    }

    @ParameterizedTest
    @CsvSource({"-v2 aes-192-cbc", "-v2 des3", "-scrypt"})
    void anEncryptionThatJavaDoesNotKnowIsRefusedWithTheCommandThatConvertsIt(String how)
            throws IOException {
        TlsCertificate self = self("plain", "rsa:2048");
        openssl("pkcs8 -topk8 -in plain.key -passout pass:geheim -out unknown.key " + how);
        assertThatThrownBy(() -> served(key(self, "unknown.key", Password.of("geheim"))))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("openssl pkcs8 -topk8 -v2 aes-256-cbc -in")
                .hasMessageContaining("unknown.key");
    }

    @Test
    void theOldEncryptionIsRefusedWithTheCommandThatConvertsIt() throws IOException {
        TlsCertificate self = self("plain", "rsa:2048");
        openssl("rsa -in plain.key -aes256 -passout pass:geheim -traditional -out legacy.key");
        assertThatThrownBy(() -> served(key(self, "legacy.key", Password.of("geheim"))))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("Proc-Type: 4,ENCRYPTED")
                .hasMessageContaining("openssl pkcs8");
    }

    @Test
    void aPkcs12FileIsServed() throws IOException {
        self("p12", "rsa:2048");
        openssl("pkcs12 -export -in p12.crt -inkey p12.key -passout pass:geheim -out store.p12");
        KeystoreFile store = KeystoreFile.of(directory.resolve("store.p12"), "geheim");
        assertThat(served(TlsCertificate.in(store))).isEqualTo("RSA");
    }
}
