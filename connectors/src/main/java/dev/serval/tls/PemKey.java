package dev.serval.tls;

import java.io.IOException;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A private key from PEM: PKCS#8 (RFC 5958), encrypted or not, PKCS#1 (RFC 8017 A.1.2) and SEC 1
 * (RFC 5915). Pure. The JDK reads PKCS#8 only, so the others are put into its envelope.
 */
final class PemKey {
    private static final String RSA = "1.2.840.113549.1.1.1";
    private static final String EC = "1.2.840.10045.2.1";

    /** The algorithms of keys by their object identifiers in DER. */
    private static final Map<String, String> ALGORITHMS =
            Map.of(
                    hex(Der.oid(RSA)), "RSA",
                    hex(Der.oid("1.2.840.113549.1.1.10")), "RSASSA-PSS",
                    hex(Der.oid(EC)), "EC",
                    hex(Der.oid("1.3.101.112")), "EdDSA",
                    hex(Der.oid("1.3.101.113")), "EdDSA");

    private PemKey() {}

    static PrivateKey of(PemFile pem, Password password) throws TlsException {
        byte[] parameters = null;
        for (PemFile.Block block : pem.blocks()) {
            try {
                switch (block.label()) {
                    case "EC PARAMETERS" -> parameters = block.der();
                    case "PRIVATE KEY" -> {
                        return decode(pem, block.der());
                    }
                    case "RSA PRIVATE KEY" -> {
                        return decode(pem, pkcs8(RSA, Der.NULL, clear(pem, block)));
                    }
                    case "EC PRIVATE KEY" -> {
                        byte[] sec1 = clear(pem, block);
                        return decode(pem, pkcs8(EC, curve(pem, sec1, parameters), sec1));
                    }
                    case "ENCRYPTED PRIVATE KEY" -> {
                        return decode(pem, decrypt(pem, block.der(), password));
                    }
                    case "DSA PRIVATE KEY" -> throw unsupported(pem, "a DSA key");
                    default -> {} // certificates and the like
                }
            } catch (IllegalArgumentException e) {
                throw pem.damaged("a key (" + block.label() + ")", e);
            }
        }
        throw pem.missing(
                "key (PRIVATE KEY, ENCRYPTED PRIVATE KEY, RSA PRIVATE KEY or EC PRIVATE KEY)");
    }

    private static byte[] pkcs8(String algorithm, byte[] parameters, byte[] key) {
        return Der.value(
                Der.SEQUENCE,
                Der.ZERO,
                Der.value(Der.SEQUENCE, Der.oid(algorithm), parameters),
                Der.value(Der.OCTET_STRING, key));
    }

    /** The named curve, from the key or from the block before it. */
    private static byte[] curve(PemFile pem, byte[] sec1, byte[] before) throws TlsException {
        Der.Sequence key = new Der.Sequence(sec1);
        key.content(Der.INTEGER);
        key.content(Der.OCTET_STRING);
        if (key.tag() == Der.CONTEXT_0) {
            return key.content(Der.CONTEXT_0);
        }
        if (before == null) {
            throw new TlsException(
                    "the file " + pem.file() + " holds an EC PRIVATE KEY that names no curve");
        }
        return before;
    }

    private static PrivateKey decode(PemFile pem, byte[] pkcs8) throws TlsException {
        Der.Sequence key = new Der.Sequence(pkcs8);
        key.content(Der.INTEGER);
        byte[] oid = Der.value(Der.OBJECT_IDENTIFIER, key.inner().content(Der.OBJECT_IDENTIFIER));
        String algorithm = ALGORITHMS.get(hex(oid));
        if (algorithm == null) {
            throw unsupported(
                    pem, "a key of another algorithm (identifier " + hex(oid) + " in DER)");
        }
        try {
            return KeyFactory.getInstance(algorithm)
                    .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException e) {
            throw pem.damaged("a key (" + algorithm + ")", e);
        } finally {
            Arrays.fill(pkcs8, (byte) 0);
        }
    }

    private static byte[] decrypt(PemFile pem, byte[] der, Password password) throws TlsException {
        char[] secret = password.read();
        if (secret == null) {
            throw new TlsException(
                    "the key in "
                            + pem.file()
                            + " is encrypted: it needs certificateKeyPassword or"
                            + " certificateKeyPasswordFile");
        }
        try {
            EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
            AlgorithmParameters parameters = info.getAlgParameters();
            // The parameters of PBES2 (RFC 8018 §6.2) name the scheme; the algorithm name does not.
            boolean pbes2 = parameters != null && info.getAlgName().startsWith("PBES2");
            String scheme = pbes2 ? parameters.toString() : info.getAlgName();
            Cipher cipher = Cipher.getInstance(scheme);
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    SecretKeyFactory.getInstance(scheme).generateSecret(new PBEKeySpec(secret)),
                    parameters);
            return info.getKeySpec(cipher).getEncoded();
        } catch (NoSuchAlgorithmException | IOException e) {
            throw new TlsException(
                    "the key in "
                            + pem.file()
                            + " is encrypted in a way that Java does not know ("
                            + e.getMessage()
                            + "); this converts it: openssl pkcs8 -topk8 -v2 aes-256-cbc -in "
                            + pem.file()
                            + " -out new.key",
                    e);
        } catch (GeneralSecurityException e) {
            throw wrongPassword(pem, e);
        } finally {
            Arrays.fill(secret, '\0');
        }
    }

    private static TlsException wrongPassword(PemFile pem, GeneralSecurityException cause) {
        // A wrong password leads to bad padding, or by chance to good padding of data that is no
        // key.
        boolean wrong =
                cause instanceof BadPaddingException || cause instanceof InvalidKeySpecException;
        return new TlsException(
                "the key in "
                        + pem.file()
                        + " cannot be decrypted: "
                        + (wrong
                                ? "the password is wrong, or what it protects is no key"
                                : "is the password right? " + cause.getMessage()),
                cause);
    }

    private static byte[] clear(PemFile pem, PemFile.Block block) throws TlsException {
        if (block.legacy()) {
            throw new TlsException(
                    "the key in "
                            + pem.file()
                            + " is encrypted in the old way of OpenSSL (Proc-Type: 4,ENCRYPTED);"
                            + " this converts it: openssl pkcs8 -topk8 -v2 aes-256-cbc -in "
                            + pem.file()
                            + " -out new.key");
        }
        return block.der();
    }

    private static TlsException unsupported(PemFile pem, String what) {
        return new TlsException(
                "the file " + pem.file() + " holds " + what + "; expected RSA, EC or Ed25519");
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
