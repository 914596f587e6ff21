package dev.serval.tls;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CRL;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.Certificate;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXRevocationChecker;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Makes the trust managers that check the certificates of clients (RFC 5280 §6). Stateless. */
final class ClientTrust {
    private ClientTrust() {}

    /** Never null: for JSSE, null means the authorities of the JDK. */
    static TrustManager[] of(TlsHost host) throws TlsException {
        if (host.certificateVerification() == CertificateVerification.NONE) {
            return new TrustManager[0];
        }
        TlsTrust trust = host.trust();
        Set<TrustAnchor> anchors = new HashSet<>();
        for (X509Certificate authority : authorities(trust, host.hostName())) {
            anchors.add(new TrustAnchor(authority, null));
        }
        try {
            PKIXBuilderParameters parameters =
                    new PKIXBuilderParameters(anchors, new X509CertSelector());
            parameters.setMaxPathLength(trust.certificateVerificationDepth());
            parameters.addCertPathChecker(new ChainDepth(trust.certificateVerificationDepth()));
            parameters.setRevocationEnabled(false);
            revocation(trust, parameters);
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(new CertPathTrustManagerParameters(parameters));
            return factory.getTrustManagers();
        } catch (GeneralSecurityException e) {
            throw new TlsException("the certificates of clients cannot be checked: " + e, e);
        }
    }

    private static List<X509Certificate> authorities(TlsTrust trust, String hostName)
            throws TlsException {
        List<X509Certificate> authorities = new ArrayList<>();
        for (Path file : files(trust.caCertificateFile(), trust.caCertificatePath())) {
            authorities.addAll(PemFile.read(file).certificates());
        }
        KeystoreFile store = trust.truststore();
        if (store != null && store.isPem()) {
            authorities.addAll(PemFile.read(store.file()).certificates());
        } else if (store != null) {
            authorities.addAll(stored(store));
        }
        if (authorities.isEmpty()) {
            throw new TlsException(
                    "certificateVerification of "
                            + hostName
                            + " asks for certificates, but nothing says which authorities count:"
                            + " give caCertificateFile or truststoreFile");
        }
        return authorities;
    }

    private static List<X509Certificate> stored(KeystoreFile file) throws TlsException {
        KeyStore store = file.open();
        List<X509Certificate> trusted = new ArrayList<>();
        try {
            for (String alias : Collections.list(store.aliases())) {
                Certificate certificate = store.getCertificate(alias);
                if (store.isCertificateEntry(alias) && certificate instanceof X509Certificate x) {
                    trusted.add(x);
                }
            }
        } catch (GeneralSecurityException e) {
            throw new TlsException("the truststore " + file.file() + ": " + e.getMessage(), e);
        }
        if (trusted.isEmpty()) {
            throw new TlsException(
                    "the truststore "
                            + file.file()
                            + " holds no trusted certificate; is truststorePassword missing? A"
                            + " PKCS12 file of OpenSSL marks none as trusted, keytool -importcert"
                            + " does");
        }
        return trusted;
    }

    /** If lists are given, a certificate without a valid list of its issuer is refused. */
    private static void revocation(TlsTrust trust, PKIXBuilderParameters parameters)
            throws TlsException, GeneralSecurityException {
        List<CRL> lists = new ArrayList<>();
        Path file = trust.certificateRevocationListFile();
        Path directory = trust.certificateRevocationListPath();
        for (Path one : files(file, directory)) {
            lists.addAll(PemFile.read(one).revocationLists());
        }
        if (file == null && directory == null) {
            return;
        }
        parameters.addCertStore(
                CertStore.getInstance("Collection", new CollectionCertStoreParameters(lists)));
        PKIXRevocationChecker checker =
                (PKIXRevocationChecker) CertPathBuilder.getInstance("PKIX").getRevocationChecker();
        // Uses only the given lists: a handshake must not wait for another server.
        checker.setOptions(
                EnumSet.of(
                        PKIXRevocationChecker.Option.PREFER_CRLS,
                        PKIXRevocationChecker.Option.NO_FALLBACK));
        parameters.addCertPathChecker(checker);
    }

    /** A file, and the files of a directory; either may be null. */
    private static List<Path> files(Path file, Path directory) throws TlsException {
        List<Path> files = new ArrayList<>();
        if (file != null) {
            files.add(file);
        }
        if (directory != null) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
                for (Path one : all) {
                    if (Files.isRegularFile(one)) {
                        files.add(one);
                    }
                }
            } catch (IOException e) {
                throw Unreadable.of(directory, e);
            }
        }
        return files;
    }
}
