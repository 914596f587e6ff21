package dev.serval.proxy;

import dev.serval.net.Peer;
import java.net.InetSocketAddress;

/** The two ends of a connection to a proxy, as the proxy reports them. Immutable. */
record ProxiedPeer(InetSocketAddress remote, InetSocketAddress local, long number) implements Peer {
    /** What the proxy says of TLS is not believed. */
    @Override
    public boolean secure() {
        return false;
    }

    @Override
    public String toString() {
        return remote.toString();
    }
}
