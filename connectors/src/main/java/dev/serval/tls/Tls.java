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
    /** Makes the conversation that follows a handshake. */
    @FunctionalInterface
    public interface Opening {
        /**
         * @param host the host name that the client asked for, in lower case; null if there is none
         * @param protocol the protocol chosen by ALPN; empty if the client does not use ALPN
         */
        Conversation open(Connection connection, String host, String protocol);
    }

    // So that a file of 32 KB is sent, with its head, in one write.
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
     * @param protocols the ALPN names of the protocols (RFC 7301), the best first; a client that
     *     offers names, but none of these, is refused (§3.2)
     * @param next makes the conversation that follows the handshake
     * @param plainText makes the conversation for a client that speaks HTTP without TLS
     * @param timeout milliseconds for a whole handshake; 0 or less means no limit
     * @param content lends buffers for files that are sent
     * @param slots the limit of idle buffers of each kind
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
     * Turns renegotiation off, with which a client of TLS 1.2 could cause handshake after
     * handshake. JSSE has no other setting for this, and reads it when the first engine is used.
     */
    static void refuseRenegotiation() {
        String name = "jdk.tls.rejectClientInitiatedRenegotiation";
        if (System.getProperty(name) == null) {
            System.setProperty(name, "true");
        }
    }

    /**
     * The protocol to speak; null if there is none, for which the engine sends
     * no_application_protocol.
     */
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

    /** The number of buffers that connections hold. */
    public long buffersOnLoan() {
        return received.outstanding() + sent.outstanding();
    }
}
