package dev.serval.ajp;

import dev.serval.ajp.ForwardedAttributes.Value;
import dev.serval.net.AddressBlocks;
import dev.serval.net.Peer;
import dev.serval.net.TlsSession;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;

/**
 * The client of a request, and the server as it sees it, as the front tells. Objects are made at
 * the first call and kept until the next request. Thread-safe, as long as the request lasts.
 */
final class FrontPeer implements Peer {
    private final ForwardedAttributes told;
    private Peer connection;
    private volatile SocketAddress remote;
    private volatile SocketAddress local;
    private volatile TlsSession session;

    FrontPeer(ForwardedAttributes told) {
        this.told = told;
    }

    /** Another request begins. */
    void begin(Peer front) {
        connection = front;
        remote = null;
        local = null;
        session = null;
    }

    /** Without an address of the client, that of the front. */
    @Override
    public SocketAddress remote() {
        SocketAddress known = remote;
        if (known == null) {
            String address = told.text(Value.REMOTE_ADDRESS);
            known =
                    address == null
                            ? connection.remote()
                            : end(address, told.text(Value.REMOTE_HOST), told.remotePort());
            remote = known;
        }
        return known;
    }

    /** The name and port that the front was asked by, and its address if it tells that. */
    @Override
    public SocketAddress local() {
        SocketAddress known = local;
        if (known == null) {
            String address = told.text(Value.LOCAL_ADDRESS);
            if (address == null && connection.local() instanceof InetSocketAddress own) {
                address = own.getAddress().getHostAddress().replaceAll("%.*", "");
            }
            known =
                    address == null
                            ? connection.local()
                            : end(address, told.text(Value.SERVER_NAME), told.serverPort());
            local = known;
        }
        return known;
    }

    private static SocketAddress end(String address, String name, int port) {
        InetAddress numbers = AddressBlocks.address(address);
        if (name == null || name.equals(address)) {
            return new InetSocketAddress(numbers, port);
        }
        try {
            // Nothing is looked up.
            return new InetSocketAddress(
                    InetAddress.getByAddress(name, numbers.getAddress()), port);
        } catch (UnknownHostException e) {
            throw new AssertionError(e); // only for other lengths
        }
    }

    @Override
    public long number() {
        return connection.number();
    }

    @Override
    public boolean secure() {
        return told.overTls();
    }

    @Override
    public TlsSession tls() {
        if (!told.overTls()) {
            return null;
        }
        TlsSession known = session;
        if (known == null) {
            String id = told.text(Value.SESSION);
            known =
                    new TlsSession(
                            told.text(Value.TLS_PROTOCOL),
                            told.text(Value.CIPHER),
                            told.keySize(),
                            id == null ? "" : id,
                            FrontCertificates.of(told.text(Value.CERTIFICATE)),
                            null,
                            this);
            session = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return remote().toString();
    }
}
