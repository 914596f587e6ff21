package dev.serval.tls;

/**
 * Whether clients are asked for a certificate; the values of {@code certificateVerification}. A
 * certificate that is presented is always checked.
 */
public enum CertificateVerification {
    /** They are not asked. */
    NONE,
    /** They are asked, and are served without one, too. */
    OPTIONAL,
    /** Without one the handshake fails. */
    REQUIRED
}
