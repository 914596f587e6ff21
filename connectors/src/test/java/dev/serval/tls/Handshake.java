package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509TrustManager;

/** A client and a server engine that talk to each other in memory. One thread. */
final class Handshake {
    private final SSLEngine client;
    private final SSLEngine server;
    private final ByteBuffer toServer = ByteBuffer.allocate(64 * 1024);
    private final ByteBuffer toClient = ByteBuffer.allocate(64 * 1024);

    private Handshake(SSLEngine client, SSLEngine server) {
        this.client = client;
        this.server = server;
    }

    /** Shakes hands and exchanges a byte each way, so that what follows the handshake arrives. */
    static Handshake of(SSLEngine client, SSLEngine server) throws SSLException {
        Handshake handshake = new Handshake(client, server);
        handshake.exchange();
        handshake.exchange();
        return handshake;
    }

    /** A client that believes every server and remembers its sessions. */
    static SSLContext clientContext(Authority.Issued certificate) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            KeyManager[] keys =
                    certificate == null ? null : new KeyManager[] {new OneKey(certificate)};
            context.init(keys, new TrustManager[] {new Trusting()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** An engine of a client that asks for a name; null means none. */
    static SSLEngine client(SSLContext context, String sniHost) {
        SSLEngine client = context.createSSLEngine("peer", 443);
        client.setUseClientMode(true);
        if (sniHost != null) {
            SSLParameters parameters = client.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(sniHost)));
            client.setSSLParameters(parameters);
        }
        return client;
    }

    static SSLEngine client() {
        return client(clientContext(null), null);
    }

    static SSLEngine client(String protocol, String... suites) {
        SSLEngine client = client();
        client.setEnabledProtocols(new String[] {protocol});
        if (suites.length > 0) {
            client.setEnabledCipherSuites(suites);
        }
        return client;
    }

    X509Certificate serverCertificate() {
        return certificate(client);
    }

    X509Certificate clientCertificate() {
        return certificate(server);
    }

    private static X509Certificate certificate(SSLEngine engine) {
        try {
            return (X509Certificate) engine.getSession().getPeerCertificates()[0];
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    String name() {
        return Authority.commonName(serverCertificate());
    }

    String suite() {
        return client.getSession().getCipherSuite();
    }

    String protocol() {
        return client.getSession().getProtocol();
    }

    String applicationProtocol() {
        assertThat(server.getApplicationProtocol()).isEqualTo(client.getApplicationProtocol());
        return server.getApplicationProtocol();
    }

    /** When the session was made; a resumed one keeps that of the first. */
    long sessionTime() {
        return server.getSession().getCreationTime();
    }

    byte[] sessionId() {
        return client.getSession().getId();
    }

    /** Until both engines have nothing to say, and each has got a byte of the other. */
    void exchange() throws SSLException {
        ByteBuffer one = ByteBuffer.allocate(1);
        ByteBuffer other = ByteBuffer.allocate(1);
        ByteBuffer gotByServer = ByteBuffer.allocate(32 * 1024);
        ByteBuffer gotByClient = ByteBuffer.allocate(32 * 1024);
        for (int turn = 0; turn < 200; turn++) {
            wrap(client, one, toServer);
            unwrap(server, toServer, gotByServer);
            wrap(server, other, toClient);
            unwrap(client, toClient, gotByClient);
            if (gotByServer.position() > 0 && gotByClient.position() > 0) {
                return;
            }
        }
        throw new AssertionError("no end of the handshake");
    }

    private static void wrap(SSLEngine engine, ByteBuffer data, ByteBuffer out)
            throws SSLException {
        tasks(engine);
        while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP
                || engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING
                        && data.hasRemaining()) {
            SSLEngineResult result = engine.wrap(data, out);
            if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
                return;
            }
            tasks(engine);
        }
    }

    private static void unwrap(SSLEngine engine, ByteBuffer in, ByteBuffer got)
            throws SSLException {
        in.flip();
        while (in.hasRemaining()) {
            SSLEngineResult result = engine.unwrap(in, got);
            tasks(engine);
            if (result.getStatus() != SSLEngineResult.Status.OK
                    || engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                break;
            }
        }
        in.compact();
    }

    private static void tasks(SSLEngine engine) {
        for (Runnable task = engine.getDelegatedTask();
                task != null;
                task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private static final class Trusting implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    /** Presents its certificate whatever the server asks for. */
    private static final class OneKey extends X509ExtendedKeyManager {
        private final Authority.Issued issued;

        OneKey(Authority.Issued issued) {
            this.issued = issued;
        }

        @Override
        public String chooseEngineClientAlias(
                String[] keyType, Principal[] issuers, SSLEngine engine) {
            boolean wanted = Arrays.asList(keyType).contains(issued.key().getAlgorithm());
            return wanted ? "one" : null;
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return issued.key();
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return issued.chain().toArray(X509Certificate[]::new);
        }

        @Override
        public String[] getClientAliases(String keyType, Principal[] issuers) {
            return new String[] {"one"};
        }

        @Override
        public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
            return "one";
        }

        @Override
        public String[] getServerAliases(String keyType, Principal[] issuers) {
            return null;
        }

        @Override
        public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
            return null;
        }
    }
}
