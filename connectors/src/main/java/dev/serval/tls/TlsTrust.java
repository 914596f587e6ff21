package dev.serval.tls;

import java.nio.file.Path;

/**
 * Which certificates of clients are believed: those of the authorities in one of the first three.
 * Immutable.
 *
 * @param caCertificateFile PEM; or null
 * @param caCertificatePath a directory of PEM files; or null
 * @param truststore or null
 * @param certificateVerificationDepth certificates between that of the client and the authority;
 *     default 10
 * @param certificateRevocationListFile PEM or DER; when it is given, a certificate without a valid
 *     list of its issuer is refused; or null
 * @param certificateRevocationListPath a directory of such files; or null
 */
public record TlsTrust(
        Path caCertificateFile,
        Path caCertificatePath,
        KeystoreFile truststore,
        int certificateVerificationDepth,
        Path certificateRevocationListFile,
        Path certificateRevocationListPath) {

    /** Nobody. */
    public static final TlsTrust NONE = new TlsTrust(null, null, null, 10, null, null);

    /** The authorities of a PEM file. */
    public static TlsTrust of(Path caCertificateFile) {
        return new TlsTrust(caCertificateFile, null, null, 10, null, null);
    }

    /** The authorities of a truststore. */
    public static TlsTrust of(KeystoreFile truststore) {
        return new TlsTrust(null, null, truststore, 10, null, null);
    }
}
