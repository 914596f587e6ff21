package dev.serval.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * Certificates that prove to an authority who controls a name, as long as it asks (RFC 8737 §3).
 * Thread-safe. They are shown to nobody but clients that offer {@link ClientHello#PROOF} alone.
 */
final class ControlProofs {
    private final Map<String, SSLContext> contexts = new ConcurrentHashMap<>();

    /** The engine for a client; null for all but the names that are to be proved. */
    SSLEngine engine(ClientHello hello) {
        SSLContext context = hello.host() == null ? null : contexts.get(hello.host());
        if (context == null) {
            return null;
        }
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        return engine;
    }

    /** Shows a certificate until the result runs. */
    Runnable add(String host, PrivateKey key, X509Certificate certificate) throws TlsException {
        CertifiedKey shown = new CertifiedKey("the proof", key, List.of(certificate));
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {new ServerKeys(List.of(shown))}, null, null);
            contexts.put(host, context);
            return () -> contexts.remove(host, context);
        } catch (GeneralSecurityException e) {
            throw new TlsException("TLS for the proof of " + host + " cannot be set up: " + e, e);
        }
    }
}
