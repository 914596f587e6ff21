package dev.serval.acme;

import dev.serval.certificate.CertificateOrders;
import dev.serval.certificate.CertificateOrders.Proof;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Instant;
import org.shredzone.acme4j.challenge.Challenge;
import org.shredzone.acme4j.challenge.TlsAlpn01Challenge;

/** tls-alpn-01 (RFC 8737): the authority sees a certificate in a handshake. Stateless. */
record TlsProof() implements ControlProof {
    @Override
    public String type() {
        return TlsAlpn01Challenge.TYPE;
    }

    @Override
    public String missing(CertificateOrders orders) {
        return null;
    }

    @Override
    public Proof show(CertificateOrders orders, String name, Challenge challenge)
            throws IOException, GeneralSecurityException {
        byte[] expected = ((TlsAlpn01Challenge) challenge).getAcmeValidation();
        KeyPair pair = Keys.make("EC");
        return orders.prove(
                name, pair.getPrivate(), ProofCertificate.of(name, expected, pair, Instant.now()));
    }

    @Override
    public String advice(String name) {
        return "See that port 443 of "
                + name
                + " leads from everywhere to a Connector with TLS of this server, and that nothing"
                + " in front of it ends TLS";
    }
}
