package dev.serval.tls;

import javax.net.ssl.SSLEngine;

/**
 * Gives the connections of a port their engines; {@link TlsContexts} does it from certificates in
 * files. Implementations are thread-safe, and do not wait.
 */
@FunctionalInterface
public interface TlsEngines {
    /**
     * An engine in server mode, ready to be used. Called once per connection. Which protocol is
     * spoken over it the connector decides, by {@link
     * SSLEngine#setHandshakeApplicationProtocolSelector}.
     *
     * @param hello what the client asks for
     */
    SSLEngine engine(ClientHello hello);

    /**
     * Whether a connection for one name may carry requests for another; where it may not, they get
     * a 421 (RFC 9110 §7.4, §15.5.20). Else the certificate that one host demands of its clients
     * would be passed by through another. Default: always.
     *
     * @param sniHost the host that the client has named (RFC 6066 §3), in lower case; null when
     *     none
     * @param requestHost in lower case, without a port; empty when the request names none
     */
    default boolean sameHost(String sniHost, String requestHost) {
        return true;
    }
}
