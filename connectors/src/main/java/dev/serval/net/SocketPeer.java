package dev.serval.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SocketChannel;

/**
 * The two ends of a plain socket; asked for only when an application wants to know. Thread-safe.
 */
final class SocketPeer implements Peer {
    private static final SocketAddress UNKNOWN =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final NetworkChannel channel;
    private volatile SocketAddress remote;

    SocketPeer(NetworkChannel channel) {
        this.channel = channel;
    }

    @Override
    public SocketAddress remote() {
        SocketAddress known = remote;
        if (known == null) {
            try {
                known = remoteEnd();
            } catch (IOException e) {
                // Closed meanwhile, before anybody asked.
                known = UNKNOWN;
            }
            remote = known == null ? UNKNOWN : known;
        }
        return remote;
    }

    /** The kinds of channels have no common interface for it. */
    private SocketAddress remoteEnd() throws IOException {
        return channel instanceof SocketChannel socket
                ? socket.getRemoteAddress()
                : ((AsynchronousSocketChannel) channel).getRemoteAddress();
    }

    @Override
    public SocketAddress local() {
        try {
            SocketAddress local = channel.getLocalAddress();
            return local == null ? UNKNOWN : local;
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
