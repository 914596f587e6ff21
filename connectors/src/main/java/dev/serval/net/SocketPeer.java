package dev.serval.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The two ends of a plain socket; the socket is asked only when an application wants to know.
 * Thread-safe. A Unix domain socket has no addresses: both its ends are 127.0.0.1 and port 0, as in
 * Tomcat.
 */
final class SocketPeer implements Peer {
    private static final SocketAddress UNKNOWN =
            new InetSocketAddress(AddressBlocks.address("127.0.0.1"), 0);

    private static final AtomicLong NUMBERS = new AtomicLong();

    private final long number = NUMBERS.incrementAndGet();
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
            remote = known instanceof InetSocketAddress ? known : UNKNOWN;
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
            return local instanceof InetSocketAddress ? local : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    @Override
    public long number() {
        return number;
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
