package dev.serval.proxy;

import dev.serval.buffer.InputBuffer;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import dev.serval.net.Next;
import dev.serval.net.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The beginning of a connection that comes through a proxy: reads the header, then gives the
 * connection the ends that it names, and the next conversation. Owned by the owner of the
 * connection.
 */
final class ProxyConversation implements Conversation {
    // By how many milliseconds a time-out may come early, since its clock is coarse.
    private static final long CLOCK = 200;

    private final ProxyProtocol protocol;
    private final Connection connection;
    private final long since = millis();
    private final long until;

    ProxyConversation(ProxyProtocol protocol, Connection connection) {
        this.protocol = protocol;
        this.connection = connection;
        until = since + protocol.timeout;
    }

    @Override
    public Next proceed() throws IOException {
        Transport socket = connection.transport();
        if (!protocol.trusts(socket.peer())) {
            return refused("its address is none of trustedProxies");
        }
        InputBuffer input = connection.input();
        while (true) {
            if (input.remaining() > 0) {
                try {
                    ProxyHeader header =
                            ProxyHeader.parse(input.array(), input.position(), input.limit());
                    if (header != null) {
                        return over(header, input);
                    }
                } catch (MalformedHeader e) {
                    return refused(e.getMessage());
                }
            }
            // The whole header has to arrive in time, not each byte by itself.
            socket.readTimeout(protocol.timeout <= 0 ? 0 : Math.max(1, until - millis()));
            ByteBuffer room = input.room(ProxyHeader.MOST);
            int count = socket.read(room);
            input.received(count);
            if (count < 0) {
                // A client that only tests whether the port is open sends nothing.
                return input.remaining() > 0 ? refused("its header was cut") : Next.CLOSE;
            }
            if (count == 0) {
                input.trim();
                return Next.READ;
            }
        }
    }

    private Next over(ProxyHeader header, InputBuffer input) {
        input.consume(header.length());
        if (header.remote() != null) {
            long number = connection.transport().peer().number();
            connection
                    .transport()
                    .peer(new ProxiedPeer(header.remote(), header.local(), number, header.tls()));
        }
        connection.conversation(protocol.next.apply(connection));
        return Next.AGAIN;
    }

    private Next refused(String why) {
        protocol.refused(connection.transport().peer(), why);
        return Next.CLOSE;
    }

    @Override
    public Next expired() {
        // Also called when the server stops, which is not logged.
        return millis() + CLOCK < until
                ? Next.CLOSE
                : refused("its header was not there after " + protocol.timeout + " ms");
    }

    /** An aborted header costs its sender nothing but a new connection. */
    @Override
    public boolean idle() {
        return true;
    }

    @Override
    public long owesSince() {
        return since;
    }

    @Override
    public void closed() {}

    private static long millis() {
        return System.nanoTime() / 1_000_000;
    }
}
