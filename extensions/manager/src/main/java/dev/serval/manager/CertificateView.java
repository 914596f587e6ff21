package dev.serval.manager;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The data of a certificate that is shown. Stateless. */
final class CertificateView {
    private CertificateView() {}

    static Map<String, Object> of(X509Certificate certificate) {
        Instant end = certificate.getNotAfter().toInstant();
        return Json.object(
                "subject",
                certificate.getSubjectX500Principal(),
                "issuer",
                certificate.getIssuerX500Principal(),
                "serial",
                certificate.getSerialNumber().toString(16),
                "notBefore",
                certificate.getNotBefore().toInstant(),
                "notAfter",
                end,
                "daysLeft",
                Duration.between(Instant.now(), end).toDays(),
                "type",
                certificate.getPublicKey().getAlgorithm(),
                "names",
                names(certificate));
    }

    private static List<String> names(X509Certificate certificate) {
        List<String> names = new ArrayList<>();
        try {
            Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            if (alternatives != null) {
                for (List<?> each : alternatives) {
                    if (each.get(1) instanceof String name) {
                        names.add(name);
                    }
                }
            }
        } catch (CertificateParsingException e) {
            // Such a certificate has no names that can be shown.
        }
        return names;
    }
}
