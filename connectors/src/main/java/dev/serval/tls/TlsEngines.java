package dev.serval.tls;

import java.util.List;
import javax.net.ssl.SSLEngine;

/**
 * Makes the engines of a port's connections; {@link TlsContexts} makes them from certificates in
 * files. Implementations are thread-safe and must not wait.
 */
@FunctionalInterface
public interface TlsEngines {
    /**
     * An engine in server mode, ready for use. Called once per connection. The connector chooses
     * the protocol that is spoken over it, by {@link
     * SSLEngine#setHandshakeApplicationProtocolSelector}.
     *
     * @param hello the first message of the client
     */
    SSLEngine engine(ClientHello hello);

    /**
     * Whether a connection for one name may carry requests for another; otherwise those get a 421
     * (RFC 9110 §7.4, §15.5.20). Without this check, a client could use one host to bypass the
     * certificate that another host demands. Default: always true.
     *
     * @param sniHost the host that the client has named (RFC 6066 §3), in lower case; null if it
     *     named none
     * @param requestHost in lower case, without a port; empty if the request names none
     */
    default boolean sameHost(String sniHost, String requestHost) {
        return true;
    }

    /**
     * An engine that proves to an authority who controls a name (RFC 8737 §3); the connection ends
     * with the handshake. Default null: there is none.
     *
     * @param hello of a client that offers {@code acme-tls/1} alone
     */
    default SSLEngine proof(ClientHello hello) {
        return null;
    }

    /** What handshakes use now, for display; default nothing. */
    default List<ServedCertificate> served() {
        return List.of();
    }
}
