package dev.serval.proxy;

import dev.serval.net.Peer;
import dev.serval.net.TlsSession;
import java.net.InetSocketAddress;

/**
 * The two ends of a connection to a proxy, as the proxy reports them. Immutable.
 *
 * @param tls what it says of the client's TLS; null if it says nothing, or the client has none
 */
record ProxiedPeer(InetSocketAddress remote, InetSocketAddress local, long number, TlsSession tls)
        implements Peer {
    @Override
    public boolean secure() {
        return tls != null;
    }

    @Override
    public String toString() {
        return remote.toString();
    }
}
