package dev.serval.tls;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A certificate that something beside TLS obtains, and what is in use of it. Immutable.
 *
 * @param settings with its names and its file
 * @param chain its own certificate first; empty while there is none
 */
public record ObtainedCertificate(TlsCertificate settings, List<X509Certificate> chain) {
    public ObtainedCertificate {
        chain = List.copyOf(chain);
    }
}
