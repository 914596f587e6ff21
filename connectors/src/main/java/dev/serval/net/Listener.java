package dev.serval.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An open port. Thread-safe. */
final class Listener {
    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    private final ServerSocketChannel channel;
    private final InetSocketAddress address;

    /** Opens the port; throws BindException, and leaves nothing open, when it is taken. */
    Listener(EndpointConfig config, boolean blocking) throws IOException {
        channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(config.address(), config.acceptCount());
            channel.configureBlocking(blocking);
            address = (InetSocketAddress) channel.getLocalAddress();
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    ServerSocketChannel channel() {
        return channel;
    }

    InetSocketAddress address() {
        return address;
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("closing {}", address, e);
        }
    }
}
