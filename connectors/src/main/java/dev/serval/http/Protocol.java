package dev.serval.http;

import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import java.util.function.Predicate;

/**
 * A protocol that carries exchanges: how connectors recognise its connections, and what goes on
 * with them. Thread-safe.
 */
public interface Protocol {
    /** What the first bytes of a connection say of its protocol. */
    enum Match {
        YES,
        NO,
        /** More bytes have to come. */
        MORE
    }

    /** A protocol with the settings of one connector. Thread-safe. */
    @FunctionalInterface
    interface Conversations {
        /**
         * Goes on with a connection, from the bytes on that it has received.
         *
         * @param hosts whether a request for that host, in lower case, is welcome on this
         *     connection; others get a 421 (RFC 9110 §7.4); null where all are
         */
        Conversation open(Connection connection, Predicate<String> hosts);

        /**
         * The same where all hosts are welcome, and the first bytes are there.
         *
         * @param begun when the first of them came; milliseconds of {@link System#nanoTime}
         */
        default Conversation open(Connection connection, long begun) {
            return open(connection, null);
        }

        /**
         * Answers whatever the client says with that refusal, and ends. Asked of the first protocol
         * of a connector alone, which every client is taken to understand.
         */
        default Conversation refuse(Connection connection, Refusal refusal) {
            throw new UnsupportedOperationException();
        }
    }

    /** Its name for ALPN (RFC 7301 §6), in ASCII; null if TLS never leads to it. */
    String alpn();

    /**
     * Without TLS: after how many bytes {@link #begins} is sure at the latest; 0 for a protocol
     * that is never recognised by them.
     */
    int firstBytes();

    /** Whether a connection is its own, by its first bytes, of which at least one is there. */
    Match begins(byte[] array, int from, int to);

    /** Once for each connector. */
    Conversations open(HttpService service);
}
