package dev.serval.tls;

import java.nio.file.Path;

/**
 * Which certificates of clients are trusted: those of the authorities in one of the first three
 * components. Immutable.
 *
 * @param caCertificateFile PEM; null if not used
 * @param caCertificatePath a directory of PEM files; null if not used
 * @param truststore null if not used
 * @param certificateVerificationDepth certificates between that of the client and the authority;
 *     default 10
 * @param certificateRevocationListFile PEM or DER; if it is given, a certificate without a valid
 *     list of its issuer is refused; null if not used
 * @param certificateRevocationListPath a directory of such files; null if not used
 */
public record TlsTrust(
        Path caCertificateFile,
        Path caCertificatePath,
        KeystoreFile truststore,
        int certificateVerificationDepth,
        Path certificateRevocationListFile,
        Path certificateRevocationListPath) {

    /** Trusts nobody. */
    public static final TlsTrust NONE = new TlsTrust(null, null, null, 10, null, null);

    /** Trusts the authorities of a PEM file. */
    public static TlsTrust of(Path caCertificateFile) {
        return new TlsTrust(caCertificateFile, null, null, 10, null, null);
    }

    /** Trusts the authorities of a truststore. */
    public static TlsTrust of(KeystoreFile truststore) {
        return new TlsTrust(null, null, truststore, 10, null, null);
    }
}
