package dev.serval.tls;

import java.util.List;

/**
 * The TLS settings of one connector. Immutable.
 *
 * @param defaultHostName the hostName of the host for clients that ask for no name or for an
 *     unknown one; default {@code _default_}
 * @param strictSni whether a connection carries only requests for its own host; default true
 * @param hosts the hosts, one of which has that name; no name occurs twice
 */
public record TlsConfig(String defaultHostName, boolean strictSni, List<TlsHost> hosts) {

    public TlsConfig {
        hosts = List.copyOf(hosts);
    }

    /** One host for every name. */
    public static TlsConfig of(TlsCertificate... certificates) {
        return of(List.of(TlsHost.of(TlsHost.DEFAULT, certificates)));
    }

    /** Several hosts, one of them named {@code _default_}. */
    public static TlsConfig of(List<TlsHost> hosts) {
        return new TlsConfig(TlsHost.DEFAULT, true, hosts);
    }
}
