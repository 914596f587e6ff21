package dev.serval.tls;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * What is in use for one host name, for display. Immutable.
 *
 * @param hostName of the settings, in lower case
 * @param isDefault whether clients that ask for no name or for an unknown one get it
 * @param chains of certificates, each with its own first
 * @param trusted by which the certificates of clients are checked; empty if they are not
 * @param ciphers JSSE names, the best first
 * @param protocols JSSE names
 */
public record TlsState(
        String hostName,
        boolean isDefault,
        List<List<X509Certificate>> chains,
        List<X509Certificate> trusted,
        List<String> ciphers,
        List<String> protocols) {
    public TlsState {
        chains = chains.stream().map(List::copyOf).toList();
        trusted = List.copyOf(trusted);
        ciphers = List.copyOf(ciphers);
        protocols = List.copyOf(protocols);
    }
}
