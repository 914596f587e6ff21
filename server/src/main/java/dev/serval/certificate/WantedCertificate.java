package dev.serval.certificate;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A certificate that is to be obtained, and what there is of it. Immutable.
 *
 * @param file where key and chain are kept
 * @param type of its key: EC or RSA
 * @param names in lower case, at least one
 * @param chain in use, its own certificate first; empty while there is none
 * @param origin what {@link CertificateOrders#keep} was told; empty if that is unknown
 */
public record WantedCertificate(
        Path file, String type, List<String> names, List<X509Certificate> chain, String origin) {
    public WantedCertificate {
        names = List.copyOf(names);
        chain = List.copyOf(chain);
    }
}
