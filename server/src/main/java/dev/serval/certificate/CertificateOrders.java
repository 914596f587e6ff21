package dev.serval.certificate;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * The server's interface for a Listener that obtains certificates; a service of {@link
 * dev.serval.extension.Place}. A Listener that requests this service has to obtain them.
 * Thread-safe; until the server exists no certificate is wanted.
 */
public interface CertificateOrders {
    /** The certificates of all connectors as they are configured now, each file once. */
    List<WantedCertificate> wanted();

    /**
     * Writes a key and its chain, as a whole and for the owner of the process alone, and lets new
     * handshakes use them. Handshakes that have begun go on with the old ones.
     *
     * @param origin the issuer, for {@link WantedCertificate#origin}; one line
     * @param chain its own certificate first
     * @throws IOException if it cannot be written or used; the message says why
     */
    void keep(WantedCertificate wanted, String origin, PrivateKey key, List<X509Certificate> chain)
            throws IOException;

    /** Writes another file in the same way, such as the key of an account. */
    void write(Path file, String content) throws IOException;

    /** Whether a connector accepts HTTP without TLS, which {@link #answer} needs. */
    boolean hasPlainConnector();

    /**
     * From now on every connector without TLS answers {@code
     * /.well-known/acme-challenge/}<i>token</i> before hosts and applications (RFC 8555 §8.3),
     * until the result is closed.
     *
     * @param token 22 to 128 letters, digits, - and _
     * @param content of those characters and dots, at most 300
     * @throws IllegalArgumentException if the token or the content is invalid
     */
    Proof answer(String token, String content);

    /**
     * From now on every connector with TLS shows this certificate to clients that ask for that host
     * and offer {@code acme-tls/1} alone (RFC 8737 §3), until the result is closed.
     *
     * @param host in lower case
     * @throws IOException if it cannot be used
     */
    Proof prove(String host, PrivateKey key, X509Certificate certificate) throws IOException;

    /** A proof that an authority can request until it is closed. */
    interface Proof extends AutoCloseable {
        @Override
        void close();
    }
}
