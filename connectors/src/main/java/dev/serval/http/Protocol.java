package dev.serval.http;

import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import java.util.function.Predicate;

/**
 * A protocol that carries exchanges: how connectors recognise its connections, and the
 * conversations that it makes. Thread-safe.
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
         * Makes the conversation of a connection, beginning with the bytes that it has received.
         *
         * @param hosts whether this connection may carry requests for that host, in lower case;
         *     others get a 421 (RFC 9110 §7.4); null means all
         */
        Conversation open(Connection connection, Predicate<String> hosts);

        /**
         * The same for all hosts, with the first bytes received.
         *
         * @param begun when the first byte came; milliseconds of {@link System#nanoTime}
         */
        default Conversation open(Connection connection, long begun) {
            return open(connection, null);
        }

        /**
         * Answers anything that the client sends with that refusal, and ends. Called for the first
         * protocol of a connector only, which every client is expected to understand.
         */
        default Conversation refuse(Connection connection, Refusal refusal) {
            throw new UnsupportedOperationException();
        }
    }

    /** Its ALPN name (RFC 7301 §6), in ASCII; null if it is never chosen by ALPN. */
    String alpn();

    /**
     * Without TLS: the number of bytes after which {@link #begins} can decide at the latest; 0 for
     * a protocol that is not recognised by its first bytes.
     */
    int firstBytes();

    /** Whether a connection speaks this protocol, by its first bytes, at least one. */
    Match begins(byte[] array, int from, int to);

    /**
     * What a connector is called by whose first protocol it is: the names of its threads begin with
     * it; {@code http} by default.
     */
    default String label() {
        return "http";
    }

    /** Called once for each connector. */
    Conversations open(HttpService service);
}
