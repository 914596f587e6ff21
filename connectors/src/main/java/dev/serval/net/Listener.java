package dev.serval.net;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An open port, or a Unix domain socket or inherited channel in its place. Thread-safe. */
final class Listener {
    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    private final ServerSocketChannel channel;
    private final SocketAddress address;
    // Null for a port.
    private final UnixSocketFile file;

    /** Opens the port; throws BindException, and leaves nothing open, when it is taken. */
    Listener(EndpointConfig config, boolean blocking) throws IOException {
        SocketConfig sockets = config.sockets();
        UnixSocket unix = sockets.unixDomainSocket();
        if (sockets.useInheritedChannel()) {
            channel = SocketConfig.inherited(System.inheritedChannel());
        } else {
            channel =
                    unix == null
                            ? ServerSocketChannel.open()
                            : ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        }
        UnixSocketFile bound = null;
        try {
            sockets.listening(channel);
            if (unix != null) {
                bound = UnixSocketFile.bind(channel, unix, sockets.acceptCount());
            } else if (!sockets.useInheritedChannel()) {
                channel.bind(config.address(), sockets.acceptCount());
            }
            channel.configureBlocking(blocking);
            file = bound;
            address =
                    bound == null
                            ? channel.getLocalAddress()
                            : UnixDomainSocketAddress.of(bound.path());
        } catch (IOException | RuntimeException e) {
            channel.close();
            if (bound != null) {
                bound.delete();
            }
            throw e;
        }
    }

    ServerSocketChannel channel() {
        return channel;
    }

    SocketAddress address() {
        return address;
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("closing {}", address, e);
        }
        if (file != null) {
            file.delete();
        }
    }
}
