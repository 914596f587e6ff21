package dev.serval.tls;

/**
 * Whether clients are asked for a certificate; the values of {@code certificateVerification}. One
 * that is presented is always checked.
 */
public enum CertificateVerification {
    /** They are not asked. */
    NONE,
    /** They are asked; without one they are served all the same. */
    OPTIONAL,
    /** Without one the handshake fails. */
    REQUIRED
}
