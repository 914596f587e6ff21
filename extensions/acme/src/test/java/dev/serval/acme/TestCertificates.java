package dev.serval.acme;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** Certificates of an authority of the tests. Immutable. */
record TestCertificates(KeyPair keys, X509Certificate root) {
    static TestCertificates make() throws GeneralSecurityException {
        KeyPair pair = Keys.make("EC");
        Instant now = Instant.now();
        X509Certificate root =
                certificate(
                        "the authority",
                        List.of(),
                        pair.getPublic(),
                        pair,
                        now.minusSeconds(60),
                        now.plusSeconds(86_400));
        return new TestCertificates(pair, root);
    }

    X509Certificate issue(List<String> names, PublicKey key, Instant begin, Instant end)
            throws GeneralSecurityException {
        return certificate(names.get(0), names, key, keys, begin, end);
    }

    private static X509Certificate certificate(
            String subject,
            List<String> names,
            PublicKey key,
            KeyPair issuer,
            Instant begin,
            Instant end)
            throws GeneralSecurityException {
        byte[] constraints =
                DerValue.sequence(
                        DerValue.oid("2.5.29.19"),
                        DerValue.octets(
                                names.isEmpty()
                                        ? DerValue.sequence(DerValue.yes())
                                        : DerValue.sequence()));
        byte[] extensions =
                names.isEmpty()
                        ? DerValue.sequence(constraints)
                        : DerValue.sequence(constraints, Signed.names(names));
        byte[] body =
                DerValue.sequence(
                        DerValue.explicit(0, DerValue.integer(BigInteger.TWO)),
                        DerValue.integer(new BigInteger(100, new SecureRandom())),
                        Signed.algorithm(issuer.getPrivate()),
                        Signed.subject("the authority"),
                        DerValue.sequence(DerValue.time(begin), DerValue.time(end)),
                        Signed.subject(subject),
                        key.getEncoded(),
                        DerValue.explicit(3, extensions));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(Signed.of(body, issuer.getPrivate())));
    }

    static String pem(X509Certificate certificate) throws GeneralSecurityException {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }
}
