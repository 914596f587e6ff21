package dev.serval.tls;

import dev.serval.buffer.BufferPool;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * TLS with the settings of one connector; makes the handshakes with which its connections begin.
 * Thread-safe.
 */
public final class Tls {
    // So that a file of 32 KB leaves, with its head, in one write.
    private static final int RECORDS_PER_WRITE = 3;

    final TlsEngines engines;
    final BiFunction<Connection, String, Conversation> next;
    final Function<Connection, Conversation> plainText;
    final int timeout;
    final BufferPool content;
    final BufferPool received;
    final BufferPool sent;

    /**
     * @param next goes on with a connection whose handshake is over, for the host that the client
     *     has named, or null
     * @param plainText goes on with a connection whose client speaks HTTP without TLS
     * @param timeout milliseconds for a whole handshake; 0 or less means no limit
     * @param content lends buffers for files that are sent
     * @param slots idle buffers of each kind to keep at the most
     */
    public Tls(
            TlsEngines engines,
            BiFunction<Connection, String, Conversation> next,
            Function<Connection, Conversation> plainText,
            int timeout,
            BufferPool content,
            int slots) {
        this.engines = engines;
        this.next = next;
        this.plainText = plainText;
        this.timeout = timeout;
        this.content = content;
        // On the heap, where the ciphers work; the socket copies once.
        received = new BufferPool(Inbound.RECORD, false, slots);
        sent = new BufferPool(RECORDS_PER_WRITE * Inbound.RECORD, false, slots);
    }

    /** The first conversation of a connection. */
    public Conversation handshake(Connection connection) {
        return new TlsHandshake(this, connection);
    }

    /** Buffers that connections hold at this moment. */
    public long buffersOnLoan() {
        return received.outstanding() + sent.outstanding();
    }
}
