package dev.serval.tls;

import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Makes the engines of one host. Immutable, thread-safe. Without a key, as long as no certificate
 * is obtained, its engines refuse every handshake.
 */
final class HostContext {
    private final SSLContext context;
    private final SSLParameters parameters;
    private final List<CertifiedKey> keys;
    private final TrustManager[] trust;

    /**
     * @param trust null for none, or that of the JDK
     */
    private HostContext(
            SSLContext context,
            SSLParameters parameters,
            List<CertifiedKey> keys,
            TrustManager[] trust) {
        this.context = context;
        this.parameters = parameters;
        this.keys = keys;
        this.trust = trust;
    }

    /** Reads the files. */
    static HostContext load(TlsHost host) throws TlsException {
        if (host.certificates().isEmpty()) {
            throw new TlsException("the host " + host.hostName() + " has no certificate");
        }
        List<CertifiedKey> keys = new ArrayList<>();
        for (TlsCertificate certificate : host.certificates()) {
            if (!certificate.isObtained() || Files.exists(certificate.certificateFile())) {
                keys.add(CertificateLoading.load(certificate));
            }
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            TrustManager[] trust = ClientTrust.of(host);
            context.init(new KeyManager[] {new ServerKeys(keys)}, trust, null);
            SSLSessionContext sessions = context.getServerSessionContext();
            sessions.setSessionTimeout(host.sessionTimeout());
            if (host.sessionCacheSize() >= 0) {
                sessions.setSessionCacheSize(host.sessionCacheSize());
            }
            return new HostContext(context, parameters(host, context), keys, trust);
        } catch (GeneralSecurityException e) {
            throw new TlsException("TLS for " + host.hostName() + " cannot be set up: " + e, e);
        }
    }

    private static SSLParameters parameters(TlsHost host, SSLContext context) throws TlsException {
        List<String> suites = new ArrayList<>(host.cipherSuites());
        suites.retainAll(List.of(context.getSupportedSSLParameters().getCipherSuites()));
        if (suites.isEmpty()) {
            throw new TlsException(
                    "the host " + host.hostName() + " has no cipher suite that this Java knows");
        }
        SSLParameters parameters =
                new SSLParameters(
                        suites.toArray(String[]::new), host.protocols().toArray(String[]::new));
        parameters.setUseCipherSuitesOrder(host.honorCipherOrder());
        host.groups().set(parameters);
        switch (host.certificateVerification()) {
            case NONE -> {}
            case OPTIONAL -> parameters.setWantClientAuth(true);
            case REQUIRED -> parameters.setNeedClientAuth(true);
        }
        return parameters;
    }

    SSLEngine engine() {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setSSLParameters(parameters);
        return engine;
    }

    TlsState state(String name, boolean isDefault) {
        List<X509Certificate> trusted = new ArrayList<>();
        if (trust != null) {
            for (TrustManager each : trust) {
                if (each instanceof X509TrustManager manager) {
                    trusted.addAll(List.of(manager.getAcceptedIssuers()));
                }
            }
        }
        return new TlsState(
                name,
                isDefault,
                keys.stream().map(CertifiedKey::chain).toList(),
                trusted,
                List.of(parameters.getCipherSuites()),
                List.of(parameters.getProtocols()));
    }

    List<CertifiedKey> keys() {
        return keys;
    }
}
