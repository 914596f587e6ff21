package dev.serval.certificate;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A certificate that is to be obtained, and its present state. Immutable.
 *
 * @param file where key and chain are kept
 * @param type of its key: EC or RSA
 * @param names in lower case, at least one
 * @param chain in use, its own certificate first; empty while there is none
 * @param origin the origin given to {@link CertificateOrders#keep}; empty if it is unknown
 */
public record WantedCertificate(
        Path file, String type, List<String> names, List<X509Certificate> chain, String origin) {
    public WantedCertificate {
        names = List.copyOf(names);
        chain = List.copyOf(chain);
    }
}
