package dev.serval.connector;

import dev.serval.buffer.InputBuffer;
import dev.serval.http.Refusal;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import dev.serval.net.Next;
import dev.serval.net.Transport;
import java.io.IOException;

/**
 * The beginning of a connection without TLS, if the connector has more than one protocol: reads the
 * first bytes, then leaves them to the conversation of their protocol. Owned by the owner of the
 * connection.
 */
final class FirstBytes implements Conversation {
    private final SpokenProtocols protocols;
    private final Connection connection;
    private final int enough;
    private final long since = millis();
    private final long until;
    // When the first byte came; 0 before that.
    private long begun;

    /**
     * @param enough the number of bytes after which every protocol can decide
     */
    FirstBytes(SpokenProtocols protocols, Connection connection, int enough) {
        this.protocols = protocols;
        this.connection = connection;
        this.enough = enough;
        until = since + protocols.connectionTimeout();
    }

    @Override
    public Next proceed() throws IOException {
        InputBuffer input = connection.input();
        Transport transport = connection.transport();
        while (true) {
            if (input.remaining() > 0) {
                // They may have come with the header of a proxy.
                begun = begun == 0 ? millis() : begun;
                if (recognise(input.remaining() >= enough)) {
                    return Next.AGAIN;
                }
            }
            // All of them together have to arrive in time, not each by itself.
            transport.readTimeout(
                    protocols.connectionTimeout() <= 0 ? 0 : Math.max(1, until - millis()));
            int count = transport.read(input.room(Math.max(enough, input.array().length)));
            input.received(count);
            if (count < 0) {
                return Next.CLOSE;
            }
            if (count == 0) {
                input.trim();
                return Next.READ;
            }
        }
    }

    private boolean recognise(boolean all) {
        InputBuffer input = connection.input();
        Conversation found =
                protocols.recognised(
                        connection, input.array(), input.position(), input.limit(), all, begun);
        if (found != null) {
            connection.conversation(found);
        }
        return found != null;
    }

    /** A client that has sent something gets an answer in the first protocol. */
    @Override
    public Next expired() {
        if (connection.input().remaining() == 0) {
            return Next.CLOSE;
        }
        Refusal why = connection.givesWay() ? Refusal.GAVE_WAY : Refusal.HEADER_TIMEOUT;
        connection.conversation(protocols.refuse(connection, why));
        return Next.AGAIN;
    }

    @Override
    public void closed() {}

    /** True while nothing has come; only a hint for other threads. */
    @Override
    public boolean idle() {
        return connection.input().remaining() == 0;
    }

    @Override
    public long owesSince() {
        return since;
    }

    @Override
    public String state() {
        return "had not said what it speaks";
    }

    private static long millis() {
        return System.nanoTime() / 1_000_000;
    }
}
