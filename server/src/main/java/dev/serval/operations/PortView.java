package dev.serval.operations;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A connector at one moment. Immutable.
 *
 * @param name for display and monitoring, such as {@code http-nio-8080}
 * @param port that it listens on; -1 for a Unix domain socket
 * @param address that it listens on; null for all
 * @param io NIO, NIO2 or BIO
 * @param isOpen whether it was opened
 * @param connections open ones
 * @param maxConnections the most that it has at a time
 * @param maxThreads the most that run applications
 * @param tls by host names; empty without TLS
 */
public record PortView(
        String name,
        int port,
        String address,
        String io,
        boolean isOpen,
        int connections,
        int maxConnections,
        int maxThreads,
        List<TlsView> tls) {
    public PortView {
        tls = List.copyOf(tls);
    }

    /**
     * The settings of TLS for one host name, as they are in use. Immutable.
     *
     * @param hostName {@code _default_} for clients that send none
     * @param isDefault whether they apply to unknown names
     * @param chains each with its own certificate first
     * @param trusted the certificates by which clients are verified
     * @param ciphers the names of suites, the best first
     * @param protocols such as TLSv1.3
     */
    public record TlsView(
            String hostName,
            boolean isDefault,
            List<List<X509Certificate>> chains,
            List<X509Certificate> trusted,
            List<String> ciphers,
            List<String> protocols) {
        public TlsView {
            chains = chains.stream().map(List::copyOf).toList();
            trusted = List.copyOf(trusted);
            ciphers = List.copyOf(ciphers);
            protocols = List.copyOf(protocols);
        }
    }
}
