package dev.serval.servlet.request;

import dev.serval.http.HttpVersion;
import dev.serval.net.Peer;
import jakarta.servlet.ServletConnection;

/**
 * The connection of a request (Servlet 6.1, ServletConnection). Immutable.
 *
 * @param peer its two ends
 * @param version the protocol that is spoken on it
 */
record ConnectionView(Peer peer, HttpVersion version) implements ServletConnection {

    /** The same for all requests of the connection, and different for other connections. */
    @Override
    public String getConnectionId() {
        return Address.of(peer.remote()) + "-" + Address.of(peer.local()) + "-" + peer.number();
    }

    /** The name that is registered for ALPN. */
    @Override
    public String getProtocol() {
        return switch (version) {
            case HTTP_1_0 -> "http/1.0";
            case HTTP_1_1 -> "http/1.1";
            case HTTP_2 -> peer.secure() ? "h2" : "h2c";
        };
    }

    @Override
    public String getProtocolConnectionId() {
        return "";
    }

    @Override
    public boolean isSecure() {
        return peer.secure();
    }
}
