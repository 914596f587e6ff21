package dev.serval.tls;

import dev.serval.net.Peer;
import dev.serval.net.TlsSession;
import java.net.SocketAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** The two ends of a TLS connection, and what they agreed on. Thread-safe. */
final class TlsPeer implements Peer {
    private static final String IDENTITY = TlsPeer.class.getName();

    private final Peer socket;
    private final SSLEngine engine;
    private final String host;
    private volatile TlsSession session;

    /**
     * @param host the host name that the client asked for; null if there is none
     */
    TlsPeer(Peer socket, SSLEngine engine, String host) {
        this.socket = socket;
        this.engine = engine;
        this.host = host;
    }

    @Override
    public SocketAddress remote() {
        return socket.remote();
    }

    @Override
    public SocketAddress local() {
        return socket.local();
    }

    @Override
    public long number() {
        return socket.number();
    }

    @Override
    public boolean secure() {
        return true;
    }

    /** Made at the first call, since few requests need it. */
    @Override
    public TlsSession tls() {
        TlsSession known = session;
        if (known == null) {
            known = session(engine.getSession());
            session = known;
        }
        return known;
    }

    private TlsSession session(SSLSession from) {
        String suite = from.getCipherSuite();
        return new TlsSession(
                from.getProtocol(),
                suite,
                keySize(suite),
                HexFormat.of().formatHex(from.getId()),
                certificates(from),
                host,
                identity(from));
    }

    /**
     * A value that is bound to a session stays with it while the session is kept, whatever its id.
     */
    private static Object identity(SSLSession from) {
        Object known = from.getValue(IDENTITY);
        if (known == null) {
            known = new Object();
            from.putValue(IDENTITY, known);
        }
        return known;
    }

    /** Bits of the cipher's key (RFC 5116, RFC 8439), by the JSSE name of the suite. */
    static int keySize(String suite) {
        if (suite.contains("_AES_256_") || suite.contains("_CHACHA20_")) {
            return 256;
        } else if (suite.contains("_AES_128_")) {
            return 128;
        } else if (suite.contains("_3DES_")) {
            return 168;
        }
        return 0;
    }

    private static List<X509Certificate> certificates(SSLSession from) {
        List<X509Certificate> chain = new ArrayList<>();
        try {
            for (Certificate certificate : from.getPeerCertificates()) {
                if (certificate instanceof X509Certificate x509) {
                    chain.add(x509);
                }
            }
        } catch (SSLPeerUnverifiedException e) {
            return List.of(); // the client sent none
        }
        return List.copyOf(chain);
    }

    @Override
    public String toString() {
        return socket.toString();
    }
}
