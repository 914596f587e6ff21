package dev.serval.tls;

import java.nio.file.Path;
import java.util.List;

/**
 * A certificate with its key, the element {@code Certificate}: either from PEM files or from a
 * keystore. Immutable. The file of one that is obtained may be missing: then handshakes that need
 * it are refused.
 *
 * @param type the algorithm of its key: RSA or EC; null means any
 * @param certificateFile PEM; null if a keystore is used
 * @param certificateKeyFile PEM; null means that certificateFile contains the key, too
 * @param certificateChainFile PEM, certificates of issuers besides those in certificateFile; null
 *     if there are none
 * @param certificateKeyPassword of the key, in PEM and in a keystore
 * @param keystore null if PEM files are used
 * @param certificateKeyAlias the entry of the keystore; null means the first one with a key
 * @param obtainFor the names for which something beside TLS obtains and renews it, which then
 *     writes certificateFile; empty if its owner does
 */
public record TlsCertificate(
        String type,
        Path certificateFile,
        Path certificateKeyFile,
        Path certificateChainFile,
        Password certificateKeyPassword,
        KeystoreFile keystore,
        String certificateKeyAlias,
        List<String> obtainFor) {
    public TlsCertificate {
        obtainFor = List.copyOf(obtainFor);
    }

    /** One that its owner writes. */
    public TlsCertificate(
            String type,
            Path certificateFile,
            Path certificateKeyFile,
            Path certificateChainFile,
            Password certificateKeyPassword,
            KeystoreFile keystore,
            String certificateKeyAlias) {
        this(
                type,
                certificateFile,
                certificateKeyFile,
                certificateChainFile,
                certificateKeyPassword,
                keystore,
                certificateKeyAlias,
                List.of());
    }

    /** One that is obtained for these names: key and chain are in one file of PEM. */
    public static TlsCertificate obtained(String type, Path file, List<String> names) {
        return new TlsCertificate(type, file, null, null, Password.NONE, null, null, names);
    }

    /** Whether its file may be missing. */
    boolean isObtained() {
        return !obtainFor.isEmpty();
    }

    /** PEM files; the key file may be null. */
    public static TlsCertificate pem(Path certificateFile, Path certificateKeyFile) {
        return new TlsCertificate(
                null, certificateFile, certificateKeyFile, null, Password.NONE, null, null);
    }

    /** The first key of a keystore. */
    public static TlsCertificate in(KeystoreFile keystore) {
        return new TlsCertificate(null, null, null, null, Password.NONE, keystore, null);
    }
}
