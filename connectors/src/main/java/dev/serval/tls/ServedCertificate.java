package dev.serval.tls;

import java.security.cert.X509Certificate;

/**
 * A certificate that handshakes use, for display. Immutable.
 *
 * @param hostName of the settings, in lower case
 * @param number of the certificate in those settings, from 1
 * @param certificate the server's own, without its issuers
 */
public record ServedCertificate(String hostName, int number, X509Certificate certificate) {
    /** Of its key: RSA, RSASSA-PSS, EC or EdDSA. */
    public String algorithm() {
        return certificate.getPublicKey().getAlgorithm();
    }
}
