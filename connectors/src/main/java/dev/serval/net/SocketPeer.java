package dev.serval.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.NetworkChannel;

/**
 * The two ends of a plain socket; asked for only when an application wants to know. Thread-safe. A
 * Unix domain socket has no addresses: both its ends are 127.0.0.1 and port 0, as in Tomcat.
 */
final class SocketPeer implements Peer {
    private static final SocketAddress UNKNOWN =
            new InetSocketAddress(AddressBlocks.address("127.0.0.1"), 0);

    /** How a kind of channel tells its remote end; they have no common interface for it. */
    interface RemoteEnd {
        SocketAddress get() throws IOException;
    }

    private final NetworkChannel channel;
    private final RemoteEnd remoteEnd;
    private volatile SocketAddress remote;

    SocketPeer(NetworkChannel channel, RemoteEnd remoteEnd) {
        this.channel = channel;
        this.remoteEnd = remoteEnd;
    }

    @Override
    public SocketAddress remote() {
        SocketAddress known = remote;
        if (known == null) {
            try {
                known = remoteEnd.get();
            } catch (IOException e) {
                // Closed meanwhile, before anybody asked.
                known = UNKNOWN;
            }
            remote = known instanceof InetSocketAddress ? known : UNKNOWN;
        }
        return remote;
    }

    @Override
    public SocketAddress local() {
        try {
            SocketAddress local = channel.getLocalAddress();
            return local instanceof InetSocketAddress ? local : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    @Override
    public boolean secure() {
        return false;
    }

    @Override
    public String toString() {
        return remote().toString();
    }
}
