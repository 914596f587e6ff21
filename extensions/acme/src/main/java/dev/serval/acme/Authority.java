package dev.serval.acme;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.shredzone.acme4j.AccountBuilder;
import org.shredzone.acme4j.Login;
import org.shredzone.acme4j.Session;
import org.shredzone.acme4j.connector.HttpConnector;
import org.shredzone.acme4j.connector.NetworkSettings;
import org.shredzone.acme4j.exception.AcmeException;
import org.shredzone.acme4j.provider.GenericAcmeProvider;

/** Connects to an authority. Stateless. */
final class Authority {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(20);

    private Authority() {}

    /** Finds the account of a key, or makes it, agreeing to the terms (RFC 8555 §7.3). */
    static Login login(AcmeSettings settings, KeyPair key)
            throws AcmeException, IOException, GeneralSecurityException {
        GenericAcmeProvider provider =
                settings.trusted() == null
                        ? new GenericAcmeProvider()
                        : new Trusting(trusting(settings.trusted()));
        Session session = new Session(settings.directory(), provider);
        session.networkSettings().setTimeout(ANSWER_LIMIT);
        AccountBuilder account = new AccountBuilder().agreeToTermsOfService().useKeyPair(key);
        if (settings.email() != null) {
            account.addEmail(settings.email());
        }
        if (settings.bindingKeyId() != null) {
            account.withKeyIdentifier(settings.bindingKeyId(), settings.bindingKey());
        }
        return account.createLogin(session);
    }

    private static SSLContext trusting(Path file) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(file)) {
            int number = 0;
            for (Certificate each :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry(String.valueOf(number++), each);
            }
        }
        TrustManagerFactory managers =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    /** An authority whose own certificate is from an issuer that Java does not trust. */
    private static final class Trusting extends GenericAcmeProvider {
        private final SSLContext context;

        Trusting(SSLContext context) {
            this.context = context;
        }

        @Override
        protected HttpConnector createHttpConnector(NetworkSettings settings) {
            return new HttpConnector(settings) {
                @Override
                public HttpClient.Builder createClientBuilder() {
                    return super.createClientBuilder().sslContext(context);
                }
            };
        }
    }
}
