package dev.serval.net;

import java.net.SocketAddress;

/** The two ends of a connection, as the socket knows them. Thread-safe. */
public interface Peer {
    /** The client's address. */
    SocketAddress remote();

    /** The address that the client connected to. */
    SocketAddress local();

    /** The number of the connection, unique in this JVM; 0 if there is no connection. */
    default long number() {
        return 0;
    }

    /** True if TLS protects the connection. */
    boolean secure();

    /** What TLS agreed on; null without it. */
    default TlsSession tls() {
        return null;
    }
}
