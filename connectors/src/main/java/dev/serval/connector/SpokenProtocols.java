package dev.serval.connector;

import dev.serval.http.HttpService;
import dev.serval.http.Protocol;
import dev.serval.http.Refusal;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The protocols of one connector, and the choice among them for a connection: by ALPN with TLS, by
 * its first bytes without; if neither tells, the first protocol. Thread-safe.
 */
final class SpokenProtocols {
    private record Spoken(Protocol protocol, Protocol.Conversations conversations) {}

    private final Protocol.Conversations usual;
    private final List<Spoken> others = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final int connectionTimeout;
    private int firstBytes;

    /**
     * Throws IllegalArgumentException if two have the same ALPN name.
     *
     * @param protocols all protocols; the first is the default, the others are preferred to it in
     *     their order
     */
    SpokenProtocols(HttpService service, List<Protocol> protocols) {
        Protocol first = protocols.get(0);
        usual = first.open(service);
        connectionTimeout = service.load().connectionTimeout();
        for (Protocol protocol : protocols.subList(1, protocols.size())) {
            others.add(new Spoken(protocol, protocol.open(service)));
            name(protocol);
            firstBytes = Math.max(firstBytes, protocol.firstBytes());
        }
        name(first);
    }

    private void name(Protocol protocol) {
        String alpn = protocol.alpn();
        if (names.contains(alpn)) {
            throw new IllegalArgumentException("two protocols are named " + alpn + " for ALPN");
        }
        if (alpn != null) {
            names.add(alpn);
        }
    }

    /** The ALPN names (RFC 7301), the preferred one first. */
    List<String> names() {
        return names;
    }

    /** The conversation of the first protocol that refuses the connection. */
    Conversation refuse(Connection connection, Refusal refusal) {
        return usual.refuse(connection, refusal);
    }

    /** Milliseconds for the first bytes; 0 or less means no limit. */
    int connectionTimeout() {
        return connectionTimeout;
    }

    /** The first conversation of a connection without TLS. */
    Conversation plain(Connection connection) {
        return firstBytes == 0
                ? usual.open(connection, null)
                : new FirstBytes(this, connection, firstBytes);
    }

    /**
     * The conversation after a handshake.
     *
     * @param name the protocol chosen by ALPN; empty if the client does not use ALPN
     * @param hosts see {@link Protocol.Conversations#open}
     */
    Conversation negotiated(Connection connection, String name, Predicate<String> hosts) {
        for (Spoken spoken : others) {
            if (name.equals(spoken.protocol.alpn())) {
                return spoken.conversations.open(connection, hosts);
            }
        }
        return usual.open(connection, hosts);
    }

    /**
     * The conversation that the first bytes call for; null if more bytes are needed.
     *
     * @param all whether no more bytes will come
     * @param begun when the first byte came; milliseconds of {@link System#nanoTime}
     */
    Conversation recognised(
            Connection connection, byte[] array, int from, int to, boolean all, long begun) {
        boolean unsure = false;
        for (Spoken spoken : others) {
            if (spoken.protocol.firstBytes() > 0) {
                switch (spoken.protocol.begins(array, from, to)) {
                    case YES -> {
                        return spoken.conversations.open(connection, begun);
                    }
                    case MORE -> unsure = true;
                    case NO -> {}
                }
            }
        }
        return unsure && !all ? null : usual.open(connection, begun);
    }
}
