package dev.serval.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From the settings of a certificate to the key and its chain. Stateless. */
final class CertificateLoading {
    private static final Logger LOG = LoggerFactory.getLogger(CertificateLoading.class);

    private CertificateLoading() {}

    static CertifiedKey load(TlsCertificate settings) throws TlsException {
        KeystoreFile keystore = settings.keystore();
        CertifiedKey loaded;
        if (keystore == null) {
            Path key = settings.certificateKeyFile();
            Path certificate = settings.certificateFile();
            loaded = pem(settings, certificate, key == null ? certificate : key);
        } else if (keystore.isPem()) {
            loaded = pem(settings, keystore.file(), keystore.file());
        } else {
            loaded = stored(settings, keystore);
        }
        requireType(settings.type(), loaded);
        return loaded;
    }

    private static CertifiedKey pem(TlsCertificate settings, Path certificate, Path key)
            throws TlsException {
        List<X509Certificate> chain = new ArrayList<>(PemFile.read(certificate).certificates());
        if (settings.certificateChainFile() != null) {
            chain.addAll(PemFile.read(settings.certificateChainFile()).certificates());
        }
        return CertifiedKey.of(
                certificate.toString(),
                key.toString(),
                PemFile.read(key).key(settings.certificateKeyPassword()),
                chain);
    }

    private static CertifiedKey stored(TlsCertificate settings, KeystoreFile file)
            throws TlsException {
        String name = file.file() == null ? file.type() : file.file().toString();
        KeyStore store = file.open();
        char[] secret = settings.certificateKeyPassword().read();
        if (secret == null) {
            secret = file.password().read();
        }
        try {
            String alias = alias(settings.certificateKeyAlias(), store, name);
            Key key = store.getKey(alias, secret);
            List<X509Certificate> chain = new ArrayList<>();
            for (Certificate certificate : store.getCertificateChain(alias)) {
                chain.add((X509Certificate) certificate);
            }
            return CertifiedKey.of(name, name, (PrivateKey) key, chain);
        } catch (UnrecoverableKeyException e) {
            throw new TlsException(
                    "the key in the keystore "
                            + name
                            + " cannot be read: its password differs from that of the keystore, or"
                            + " is wrong; it is given by certificateKeyPassword",
                    e);
        } catch (GeneralSecurityException e) {
            throw new TlsException("the keystore " + name + ": " + e.getMessage(), e);
        } finally {
            if (secret != null) {
                Arrays.fill(secret, '\0');
            }
        }
    }

    private static String alias(String wanted, KeyStore store, String name)
            throws KeyStoreException, TlsException {
        List<String> keys = new ArrayList<>();
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias) && store.getCertificateChain(alias) != null) {
                keys.add(alias);
            }
        }
        if (wanted != null && store.containsAlias(wanted)) {
            if (store.isKeyEntry(wanted) && store.getCertificateChain(wanted) != null) {
                return wanted;
            }
            throw new TlsException(
                    "certificateKeyAlias "
                            + wanted
                            + " of the keystore "
                            + name
                            + " is no key with a certificate; there are: "
                            + keys);
        }
        if (wanted != null) {
            throw new TlsException(
                    "the keystore " + name + " has no entry " + wanted + "; keys in it: " + keys);
        }
        if (keys.isEmpty()) {
            throw new TlsException("the keystore " + name + " holds no key with a certificate");
        }
        if (keys.size() > 1) {
            LOG.warn(
                    "SRV-0404 The keystore {} holds the keys {}; {} is used. Name one by"
                            + " certificateKeyAlias.",
                    name,
                    keys,
                    keys.get(0));
        }
        return keys.get(0);
    }

    private static void requireType(String type, CertifiedKey loaded) throws TlsException {
        String algorithm = loaded.algorithm();
        boolean fits =
                type == null
                        || algorithm.equals(type)
                        || type.equals("RSA") && algorithm.equals("RSASSA-PSS")
                        || type.equals("EC") && algorithm.equals("EdDSA");
        if (!fits) {
            throw new TlsException(
                    "type is " + type + ", but the key of " + loaded.source() + " is " + algorithm);
        }
    }
}
