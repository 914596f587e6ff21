package dev.serval.connector;

import dev.serval.http.HttpService;
import dev.serval.http.Protocol;
import dev.serval.http1.Http1;
import dev.serval.http1.Http1Protocol;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The protocols of one connector, and which of them a connection speaks: with TLS that of ALPN,
 * without it the one that its first bytes tell; HTTP/1.1 if nothing does. Thread-safe.
 */
final class SpokenProtocols {
    private record Spoken(Protocol protocol, Protocol.Conversations conversations) {}

    private final Http1 http1;
    private final List<Spoken> others = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final int connectionTimeout;
    private int firstBytes;

    /**
     * Throws IllegalArgumentException when two have the same name for ALPN.
     *
     * @param others beside HTTP/1.1, and preferred to it in their order
     */
    SpokenProtocols(HttpService service, List<Protocol> others) {
        Http1Protocol usual = new Http1Protocol();
        http1 = usual.open(service);
        connectionTimeout = service.load().connectionTimeout();
        for (Protocol protocol : others) {
            this.others.add(new Spoken(protocol, protocol.open(service)));
            if (protocol.alpn() != null) {
                name(protocol.alpn());
            }
            firstBytes = Math.max(firstBytes, protocol.firstBytes());
        }
        name(usual.alpn());
    }

    private void name(String alpn) {
        if (names.contains(alpn)) {
            throw new IllegalArgumentException("two protocols are named " + alpn + " for ALPN");
        }
        names.add(alpn);
    }

    /** Those of ALPN (RFC 7301), the preferred one first. */
    List<String> names() {
        return names;
    }

    Http1 http1() {
        return http1;
    }

    /** Milliseconds for the first bytes; 0 or less means no limit. */
    int connectionTimeout() {
        return connectionTimeout;
    }

    /** The first conversation of a connection without TLS. */
    Conversation plain(Connection connection) {
        return firstBytes == 0
                ? http1.open(connection, null)
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
        return http1.open(connection, hosts);
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
                        return spoken.conversations.open(connection, null);
                    }
                    case MORE -> unsure = true;
                    case NO -> {}
                }
            }
        }
        return unsure && !all ? null : http1.open(connection, begun);
    }
}
