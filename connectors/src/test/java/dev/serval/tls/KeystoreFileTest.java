package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Certificates from keystores of each kind. */
class KeystoreFileTest {
    private static final Authority AUTHORITY = Authority.named("authority");
    private static final Authority.Issued FIRST = AUTHORITY.issue("first.example", "EC");
    private static final Authority.Issued SECOND = AUTHORITY.issue("second.example", "RSA");

    @TempDir Path directory;

    private Path store(String type, String keyPassword) throws Exception {
        KeyStore store = KeyStore.getInstance(type);
        store.load(null, null);
        Authority.Issued[] all = {FIRST, SECOND};
        for (int i = 0; i < all.length; i++) {
            Certificate[] chain = {all[i].certificate(), AUTHORITY.self.certificate()};
            store.setKeyEntry("key" + i, all[i].key(), keyPassword.toCharArray(), chain);
        }
        store.setCertificateEntry("authority", AUTHORITY.self.certificate());
        Path file = directory.resolve("the.store");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, "changeit".toCharArray());
        }
        return file;
    }

    private static CertifiedKey load(KeystoreFile store, String alias, String keyPassword)
            throws TlsException {
        Password password = keyPassword == null ? Password.NONE : Password.of(keyPassword);
        return CertificateLoading.load(
                new TlsCertificate(null, null, null, null, password, store, alias));
    }

    private static String name(CertifiedKey key) {
        return Authority.commonName(key.chain().get(0));
    }

    @ParameterizedTest
    @CsvSource({
        "JKS,",
        "PKCS12,",
        "JKS, PKCS12",
        "PKCS12, JKS",
        "JCEKS, JCEKS",
    })
    void theKindIsFoundByTheContent(String written, String said) throws Exception {
        KeystoreFile store =
                new KeystoreFile(store(written, "changeit"), Password.of("changeit"), said, null);
        CertifiedKey loaded = load(store, "key1", null);
        assertThat(name(loaded)).isEqualTo("second.example");
        assertThat(loaded.key()).isEqualTo(SECOND.key());
        assertThat(loaded.chain()).hasSize(2);
    }

    @Test
    void withoutAnAliasTheFirstKeyIsUsed() throws Exception {
        KeystoreFile store = KeystoreFile.of(store("PKCS12", "changeit"), "changeit");
        assertThat(name(load(store, null, null))).isEqualTo("first.example");
    }

    @Test
    void aKeyMayHaveAPasswordOfItsOwn() throws Exception {
        KeystoreFile store = KeystoreFile.of(store("JKS", "own"), "changeit");
        assertThat(name(load(store, "key0", "own"))).isEqualTo("first.example");
        assertThatThrownBy(() -> load(store, "key0", null))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("certificateKeyPassword");
    }

    @Test
    void anAliasThatIsNotThereIsSaidWithThoseThatAre() throws Exception {
        KeystoreFile store = KeystoreFile.of(store("PKCS12", "changeit"), "changeit");
        assertThatThrownBy(() -> load(store, "tomcat", null))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("has no entry tomcat")
                .hasMessageContaining("[key0, key1]");
        assertThatThrownBy(() -> load(store, "authority", null))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("is no key with a certificate");
    }

    @ParameterizedTest
    @CsvSource({"JKS", "PKCS12"})
    void aWrongPasswordIsSaid(String type) throws Exception {
        KeystoreFile store = KeystoreFile.of(store(type, "changeit"), "wrong");
        assertThatThrownBy(() -> load(store, null, null))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("the.store")
                .hasMessageContaining("the password is wrong");
    }

    @Test
    void aPemFileServesAsAKeystore() throws Exception {
        Path file =
                Files.writeString(
                        directory.resolve("all.pem"), FIRST.keyPem() + FIRST.certificatePem());
        assertThat(name(load(KeystoreFile.of(file, "changeit"), null, null)))
                .isEqualTo("first.example");
    }

    @Test
    void aFileThatIsNoKeystoreIsSaidToBeNone() throws Exception {
        Path file = Files.writeString(directory.resolve("x"), "hello");
        assertThatThrownBy(() -> load(KeystoreFile.of(file, ""), null, null))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("is no keystore");
        assertThatThrownBy(() -> load(KeystoreFile.of(directory.resolve("none"), ""), null, null))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("none does not exist");
    }

    @Test
    void aKeystoreNamedAsAPemFileIsSaidToBeOne() throws IOException, Exception {
        Path file = store("PKCS12", "changeit");
        assertThatThrownBy(() -> CertificateLoading.load(TlsCertificate.pem(file, null)))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("the.store");
        Path jks = store("JKS", "changeit");
        assertThatThrownBy(() -> CertificateLoading.load(TlsCertificate.pem(jks, null)))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("is a JKS keystore")
                .hasMessageContaining("certificateKeystoreFile");
    }

    @Test
    void thePasswordIsNeverPrinted() {
        TlsCertificate certificate =
                TlsCertificate.in(KeystoreFile.of(directory.resolve("x"), "very-secret"));
        assertThat(TlsConfig.of(certificate).toString()).doesNotContain("very-secret");
    }
}
