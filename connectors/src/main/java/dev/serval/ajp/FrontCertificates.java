package dev.serval.ajp;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The certificates of a client that the front has verified. Stateless. */
final class FrontCertificates {
    private static final Logger LOG = LoggerFactory.getLogger(FrontCertificates.class);
    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final String END = "-----END CERTIFICATE-----";

    private FrontCertificates() {}

    /**
     * The client's own first, then those that the front has sent of its chain; none if they cannot
     * be read.
     *
     * @param text PEM (RFC 7468), one or more, or the Base64 alone of one; null for none
     */
    static List<X509Certificate> of(String text) {
        if (text == null || text.isBlank()) {
            return List.of();
        }
        String pem = text.contains(BEGIN) ? text : BEGIN + "\n" + text.strip() + "\n" + END + "\n";
        try {
            List<X509Certificate> chain = new ArrayList<>();
            byte[] bytes = pem.getBytes(StandardCharsets.US_ASCII);
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(bytes))) {
                if (certificate instanceof X509Certificate x509) {
                    chain.add(x509);
                }
            }
            return List.copyOf(chain);
        } catch (CertificateException e) {
            LOG.debug("The front sent a certificate that cannot be read: {}", e.toString());
            return List.of();
        }
    }
}
