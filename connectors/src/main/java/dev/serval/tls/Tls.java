package dev.serval.tls;

import dev.serval.buffer.BufferPool;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;

/**
 * TLS with the settings of one connector; makes the handshakes with which its connections begin.
 * Thread-safe.
 */
public final class Tls {
    /** What a connection goes on with, its handshake over. */
    @FunctionalInterface
    public interface Opening {
        /**
         * @param host the name that the client has asked for, in lower case; null if there is none
         * @param protocol what ALPN has led to; empty where the client does not use it
         */
        Conversation open(Connection connection, String host, String protocol);
    }

    // So that a file of 32 KB leaves, with its head, in one write.
    private static final int RECORDS_PER_WRITE = 3;

    final TlsEngines engines;
    final Opening next;
    final BiFunction<SSLEngine, List<String>, String> selector;
    final Function<Connection, Conversation> plainText;
    final int timeout;
    final BufferPool content;
    final BufferPool received;
    final BufferPool sent;

    /**
     * @param protocols what is spoken over TLS, by their names for ALPN (RFC 7301), the best first;
     *     a client that offers names, but none of these, is refused (§3.2)
     * @param next goes on with a connection whose handshake is over
     * @param plainText goes on with a connection whose client speaks HTTP without TLS
     * @param timeout milliseconds for a whole handshake; 0 or less means no limit
     * @param content lends buffers for files that are sent
     * @param slots idle buffers of each kind to keep at the most
     */
    public Tls(
            TlsEngines engines,
            List<String> protocols,
            Opening next,
            Function<Connection, Conversation> plainText,
            int timeout,
            BufferPool content,
            int slots) {
        refuseRenegotiation();
        this.engines = engines;
        this.next = next;
        List<String> ours = List.copyOf(protocols);
        this.selector = (engine, offered) -> select(ours, offered);
        this.plainText = plainText;
        this.timeout = timeout;
        this.content = content;
        // On the heap, where the ciphers work; the socket copies once.
        received = new BufferPool(Inbound.RECORD, false, slots);
        sent = new BufferPool(RECORDS_PER_WRITE * Inbound.RECORD, false, slots);
    }

    /**
     * A client of TLS 1.2 could make the server work by handshake after handshake. JSSE reads this
     * when the first engine is used, and has no other way to say it.
     */
    static void refuseRenegotiation() {
        String name = "jdk.tls.rejectClientInitiatedRenegotiation";
        if (System.getProperty(name) == null) {
            System.setProperty(name, "true");
        }
    }

    /** Null if there is none, which the engine answers with no_application_protocol. */
    private static String select(List<String> ours, List<String> offered) {
        for (String protocol : ours) {
            if (offered.contains(protocol)) {
                return protocol;
            }
        }
        return null;
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
