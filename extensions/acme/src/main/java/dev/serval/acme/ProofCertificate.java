package dev.serval.acme;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The certificate that tls-alpn-01 shows to the authority (RFC 8737 §3). Stateless. */
final class ProofCertificate {
    private static final String ACME_IDENTIFIER = "1.3.6.1.5.5.7.1.31";
    private static final int SERIAL_BITS = 120;
    private static final BigInteger VERSION_3 = BigInteger.TWO;

    private ProofCertificate() {}

    /**
     * A self-signed one, for a day.
     *
     * @param expected the digest of the key authorization
     */
    static X509Certificate of(String name, byte[] expected, KeyPair pair, Instant now)
            throws GeneralSecurityException {
        byte[] subject = Signed.subject(name);
        byte[] identifier =
                DerValue.sequence(
                        DerValue.oid(ACME_IDENTIFIER),
                        DerValue.yes(), // critical
                        DerValue.octets(DerValue.octets(expected)));
        byte[] body =
                DerValue.sequence(
                        DerValue.explicit(0, DerValue.integer(VERSION_3)),
                        DerValue.integer(
                                new BigInteger(SERIAL_BITS, new SecureRandom())
                                        .setBit(SERIAL_BITS)),
                        Signed.algorithm(pair.getPrivate()),
                        subject,
                        DerValue.sequence(
                                DerValue.time(now.minus(Duration.ofHours(1))),
                                DerValue.time(now.plus(Duration.ofDays(1)))),
                        subject,
                        pair.getPublic().getEncoded(),
                        DerValue.explicit(
                                3, DerValue.sequence(Signed.names(List.of(name)), identifier)));
        byte[] der = Signed.of(body, pair.getPrivate());
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(der));
    }
}
