package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys in PEM files that the JDK has made. */
class PemKeyTest {
    private static final Authority.Issued RSA =
            Authority.named("authority").issue("rsa.example", "RSA");
    private static final PrivateKey EC = Authority.pair("EC").getPrivate();
    private static final String CURVE = "1.2.840.10045.3.1.7";

    @TempDir Path directory;

    private PrivateKey read(String pem) throws IOException {
        return read(pem, Password.NONE);
    }

    private PrivateKey read(String pem, Password password) throws IOException {
        Path file = Files.writeString(directory.resolve("the.key"), pem);
        return PemFile.read(file).key(password);
    }

    private void refuses(String pem, Password password, String... words) {
        assertThatThrownBy(() -> read(pem, password))
                .isInstanceOf(TlsException.class)
                .message()
                .contains("the.key")
                .contains(words);
    }

    /** The key within a PKCS#8 envelope. */
    private static byte[] inner(PrivateKey key) {
        Der.Sequence envelope = new Der.Sequence(key.getEncoded());
        envelope.content(Der.INTEGER);
        envelope.inner();
        return envelope.content(Der.OCTET_STRING);
    }

    private static byte[] sec1(boolean withCurve) {
        Der.Sequence sec1 = new Der.Sequence(inner(EC));
        return Der.value(
                Der.SEQUENCE,
                Der.value(Der.INTEGER, sec1.content(Der.INTEGER)),
                Der.value(Der.OCTET_STRING, sec1.content(Der.OCTET_STRING)),
                withCurve ? Der.value(Der.CONTEXT_0, Der.oid(CURVE)) : new byte[0]);
    }

    /** Encodings of the same key may differ by what is optional in them. */
    private static BigInteger number(PrivateKey key) {
        return ((ECPrivateKey) key).getS();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519", "Ed448", "RSASSA-PSS"})
    void rfc5958Pkcs8IsRead(String algorithm) throws IOException {
        PrivateKey key = Authority.pair(algorithm).getPrivate();
        assertThat(read(Authority.pem("PRIVATE KEY", key.getEncoded()))).isEqualTo(key);
    }

    @Test
    void rfc8017Pkcs1IsRead() throws IOException {
        assertThat(read(Authority.pem("RSA PRIVATE KEY", inner(RSA.key())))).isEqualTo(RSA.key());
    }

    @Test
    void rfc5915AnEcKeyIsRead() throws IOException {
        assertThat(number(read(Authority.pem("EC PRIVATE KEY", sec1(true))))).isEqualTo(number(EC));
    }

    @Test
    void rfc5915AnEcKeyMayHaveItsCurveInABlockBefore() throws IOException {
        String curve = Authority.pem("EC PARAMETERS", Der.oid(CURVE));
        String pem = curve + Authority.pem("EC PRIVATE KEY", sec1(false));
        assertThat(number(read(pem))).isEqualTo(number(EC));
    }

    @Test
    void anEcKeyWithoutACurveIsRefused() {
        refuses(Authority.pem("EC PRIVATE KEY", sec1(false)), Password.NONE, "names no curve");
    }

    @Test
    void aKeyIsFoundAmongCertificatesTextAndWindowsLineEnds() throws IOException {
        String pem = "Bag Attributes: none\n" + RSA.certificatePem() + "text\n" + RSA.keyPem();
        assertThat(read(pem.replace("\n", "\r\n"))).isEqualTo(RSA.key());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PBEWithHmacSHA256AndAES_256",
                "PBEWithHmacSHA512AndAES_128",
                "PBEWithHmacSHA1AndAES_256",
                "PBEWithSHA1AndDESede"
            })
    void anEncryptedKeyIsReadWithItsPassword(String scheme) throws Exception {
        String pem = Authority.pem("ENCRYPTED PRIVATE KEY", encrypted(scheme, "geheim"));
        assertThat(read(pem, Password.of("geheim"))).isEqualTo(RSA.key());
    }

    @Test
    void thePasswordMayStandInAFile() throws Exception {
        Path file = Files.writeString(directory.resolve("password"), "geheim\n");
        String pem =
                Authority.pem(
                        "ENCRYPTED PRIVATE KEY",
                        encrypted("PBEWithHmacSHA256AndAES_256", "geheim"));
        assertThat(read(pem, Password.in(file))).isEqualTo(RSA.key());
    }

    @Test
    void aWrongOrMissingPasswordIsSaid() throws Exception {
        String pem =
                Authority.pem(
                        "ENCRYPTED PRIVATE KEY",
                        encrypted("PBEWithHmacSHA256AndAES_256", "geheim"));
        refuses(pem, Password.of("other"), "cannot be decrypted", "password is wrong");
        refuses(pem, Password.NONE, "is encrypted", "certificateKeyPassword");
        refuses(pem, Password.in(directory.resolve("the.key.none")), "does not exist");
    }

    /** As a wrong password does in one of 256 cases, by chance. */
    @Test
    void whatIsNoKeyWhenDecryptedIsAWrongPassword() throws Exception {
        byte[] noKey = "no key".getBytes(StandardCharsets.US_ASCII);
        String pem =
                Authority.pem(
                        "ENCRYPTED PRIVATE KEY",
                        encrypted("PBEWithHmacSHA256AndAES_256", "geheim", noKey));
        refuses(pem, Password.of("geheim"), "cannot be decrypted", "password is wrong");
    }

    private static byte[] encrypted(String scheme, String password)
            throws GeneralSecurityException, IOException {
        return encrypted(scheme, password, RSA.key().getEncoded());
    }

    private static byte[] encrypted(String scheme, String password, byte[] content)
            throws GeneralSecurityException, IOException {
        Cipher cipher = Cipher.getInstance(scheme);
        cipher.init(
                Cipher.ENCRYPT_MODE,
                SecretKeyFactory.getInstance(scheme)
                        .generateSecret(new PBEKeySpec(password.toCharArray())));
        AlgorithmParameters parameters = cipher.getParameters();
        byte[] secret = cipher.doFinal(content);
        if (scheme.startsWith("PBEWithHmac")) {
            byte[] pbes2 =
                    Der.value(
                            Der.SEQUENCE,
                            Der.oid("1.2.840.113549.1.5.13"),
                            parameters.getEncoded());
            return Der.value(Der.SEQUENCE, pbes2, Der.value(Der.OCTET_STRING, secret));
        }
        return new EncryptedPrivateKeyInfo(parameters, secret).getEncoded();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA PRIVATE KEY", "EC PRIVATE KEY"})
    void theOldEncryptionIsRefusedWithTheCommandThatConvertsIt(String label) {
        String pem =
                "-----BEGIN "
                        + label
                        + "-----\nProc-Type: 4,ENCRYPTED\n"
                        + "DEK-Info: AES-256-CBC,00112233445566778899AABBCCDDEEFF\n\n"
                        + "AAAA\n-----END "
                        + label
                        + "-----\n";
        refuses(pem, Password.of("x"), "Proc-Type", "openssl pkcs8 -topk8", "the.key -out");
    }

    @Test
    void anAlgorithmThatTlsHasNoUseForIsRefused() {
        String pkcs8 =
                Authority.pem("PRIVATE KEY", Authority.pair("DSA").getPrivate().getEncoded());
        refuses(pkcs8, Password.NONE, "another algorithm", "expected RSA, EC or Ed25519");
        String dsa = Authority.pem("DSA PRIVATE KEY", new byte[] {1});
        refuses(dsa, Password.NONE, "DSA", "expected RSA, EC or Ed25519");
    }

    @Test
    void aFileWithoutAKeySaysWhatItHolds() {
        refuses(RSA.certificatePem(), Password.NONE, "holds no key", "it holds CERTIFICATE");
        refuses("", Password.NONE, "holds no key", "is empty");
        refuses("hello", Password.NONE, "no PEM");
    }

    @Test
    void aFileThatIsCutIsSaidToBe() {
        String pem = RSA.keyPem();
        refuses(pem.substring(0, pem.length() - 40), Password.NONE, "is cut");
    }

    @Test
    void aKeyCutAtAnyByteGivesOurException() {
        byte[] whole = RSA.key().getEncoded();
        for (int length = 0; length < whole.length; length += 7) {
            String pem = Authority.pem("PRIVATE KEY", Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> read(pem)).isInstanceOf(TlsException.class);
        }
        byte[] sec1 = sec1(true);
        for (int length = 0; length < sec1.length; length++) {
            String pem = Authority.pem("EC PRIVATE KEY", Arrays.copyOf(sec1, length));
            assertThatThrownBy(() -> read(pem)).isInstanceOf(TlsException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 300", "1, 300", "2, 70000"})
    void lengthsAreWrittenAsDerDemands(int first, int second) {
        byte[] value =
                Der.value(
                        Der.SEQUENCE,
                        Der.value(Der.OCTET_STRING, new byte[first]),
                        Der.value(Der.OCTET_STRING, new byte[second]));
        Der.Sequence sequence = new Der.Sequence(value);
        assertThat(sequence.content(Der.OCTET_STRING)).hasSize(first);
        assertThat(sequence.content(Der.OCTET_STRING)).hasSize(second);
        assertThat(sequence.tag()).isEqualTo(-1);
    }
}
