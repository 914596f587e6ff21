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
 * The protocols of one connector, and which of them a connection speaks: with TLS that of ALPN,
 * without it the one that its first bytes tell; the first of them if nothing does. Thread-safe.
 */
final class SpokenProtocols {
    private record Spoken(Protocol protocol, Protocol.Conversations conversations) {}

    private final Protocol.Conversations usual;
    private final List<Spoken> others = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final int connectionTimeout;
    private int firstBytes;

    /**
     * Throws IllegalArgumentException when two have the same name for ALPN.
     *
     * @param protocols all of them; the first is spoken where nothing tells, the others are
     *     preferred to it in their order
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

    /** Those of ALPN (RFC 7301), the preferred one first. */
    List<String> names() {
        return names;
    }

    /** That of the first protocol. */
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
     * Behind a handshake.
     *
     * @param name what ALPN has led to; empty where the client does not use it
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
     * What goes on with a connection by its first bytes; null when more are needed.
     *
     * @param all whether there will be no more
     * @param begun when the first of them came; milliseconds of {@link System#nanoTime}
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
