package dev.serval.net;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * How a connector listens, and the options of its sockets; names are those of the {@code Connector}
 * element, without their {@code socket.}. Immutable.
 *
 * @param acceptCount connections that wait in the operating system's queue; default 1024: they wait
 *     there while no place is free or many come at once, and a client that finds no room tries
 *     again only after a second; the system may allow fewer
 * @param maxConnections open connections, beyond which accepting pauses; default 8192; 0 or less
 *     means no limit
 * @param tcpNoDelay small packets are sent at once; default true
 * @param useSendfile send large files without copying where the transport can; default true
 * @param useInheritedChannel listen on the socket that the process was started with ({@link
 *     System#inheritedChannel}); default false; not with NIO2
 * @param unixDomainSocket listen on it, and on no port; default null: a port; only with NIO
 * @param proxyProtocol the proxies whose connections begin with a header of the PROXY protocol;
 *     connections of others are then closed; default null: no header is expected
 * @param throwOnFailure the server does not start without this port; default true
 * @param rxBufSize bytes of the system's receive buffer; default 0: the system's default
 * @param txBufSize bytes of the system's send buffer; default 0: the system's default
 * @param soKeepAlive the system checks whether the client is still there; default false
 * @param ooBInline urgent bytes are part of the stream, otherwise they are dropped; default false;
 *     not with NIO2
 * @param soReuseAddress a port can be opened while old connections to it are ending; default true
 * @param soLingerTime seconds that closing waits for the client to take what is left; 0 means that
 *     it is dropped and the connection reset; default -1: closing does not wait, and nothing is
 *     dropped; not with NIO2
 */
public record SocketConfig(
        int acceptCount,
        int maxConnections,
        boolean tcpNoDelay,
        boolean useSendfile,
        boolean useInheritedChannel,
        UnixSocket unixDomainSocket,
        AddressBlocks proxyProtocol,
        boolean throwOnFailure,
        int rxBufSize,
        int txBufSize,
        boolean soKeepAlive,
        boolean ooBInline,
        boolean soReuseAddress,
        int soLingerTime) {

    /** Every default. */
    public static final SocketConfig DEFAULTS =
            new SocketConfig(
                    1024, 8192, true, true, false, null, null, true, 0, 0, false, false, true, -1);

    /** A copy with other values of the first four components, in their order. */
    public SocketConfig with(int queue, int connections, boolean noDelay, boolean sendfile) {
        return new SocketConfig(
                queue,
                connections,
                noDelay,
                sendfile,
                useInheritedChannel,
                unixDomainSocket,
                proxyProtocol,
                throwOnFailure,
                rxBufSize,
                txBufSize,
                soKeepAlive,
                ooBInline,
                soReuseAddress,
                soLingerTime);
    }

    /**
     * Sets options before a port is opened: TCP agrees on the receive window when clients connect.
     */
    void listening(NetworkChannel channel) throws IOException {
        set(channel, StandardSocketOptions.SO_REUSEADDR, soReuseAddress);
        if (rxBufSize > 0) {
            set(channel, StandardSocketOptions.SO_RCVBUF, rxBufSize);
        }
    }

    /** Sets the options of an accepted connection. */
    void accepted(NetworkChannel channel) throws IOException {
        if (tcpNoDelay) {
            set(channel, StandardSocketOptions.TCP_NODELAY, true);
        }
        if (soKeepAlive) {
            set(channel, StandardSocketOptions.SO_KEEPALIVE, true);
        }
        if (txBufSize > 0) {
            set(channel, StandardSocketOptions.SO_SNDBUF, txBufSize);
        }
        if (soLingerTime >= 0) {
            set(channel, StandardSocketOptions.SO_LINGER, soLingerTime);
        }
        if (ooBInline && unixDomainSocket == null && channel instanceof SocketChannel socket) {
            socket.socket().setOOBInline(true);
        }
    }

    /** Unix domain sockets have few options, asynchronous ones no lingering. */
    private static <T> void set(NetworkChannel channel, SocketOption<T> option, T value)
            throws IOException {
        if (channel.supportedOptions().contains(option)) {
            channel.setOption(option, value);
        }
    }

    /** The listening socket that the process was started with. */
    static ServerSocketChannel inherited(Object channel) throws IOException {
        if (channel instanceof ServerSocketChannel listening) {
            return listening;
        }
        throw new IOException(
                "useInheritedChannel: the process was not started with a listening socket as its"
                        + " standard input");
    }
}
