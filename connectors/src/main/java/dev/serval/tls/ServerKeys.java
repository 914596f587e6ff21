package dev.serval.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * The certificates of one host; JSSE takes the first one whose algorithm the client accepts.
 * Immutable, thread-safe. JSSE asks for algorithms in the order of the client's signature schemes.
 */
final class ServerKeys extends X509ExtendedKeyManager {
    private final List<CertifiedKey> keys;

    ServerKeys(List<CertifiedKey> keys) {
        this.keys = List.copyOf(keys);
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).algorithm().equals(keyType)) {
                return Integer.toString(i);
            }
        }
        return null;
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return keys.get(Integer.parseInt(alias)).key();
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return keys.get(Integer.parseInt(alias)).chain().toArray(X509Certificate[]::new);
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        String alias = chooseEngineServerAlias(keyType, issuers, null);
        return alias == null ? null : new String[] {alias};
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return chooseEngineServerAlias(keyType, issuers, null);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return null;
    }

    @Override
    public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
        return null;
    }
}
