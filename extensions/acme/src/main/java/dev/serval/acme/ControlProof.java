package dev.serval.acme;

import dev.serval.certificate.CertificateOrders;
import dev.serval.certificate.CertificateOrders.Proof;
import java.io.IOException;
import java.security.GeneralSecurityException;
import org.shredzone.acme4j.challenge.Challenge;

/** A way to prove the control of a name. Stateless. */
sealed interface ControlProof permits HttpProof, TlsProof {
    /** Its name in the protocol. */
    String type();

    /** What the server would need for it; null if nothing is missing. */
    String missing(CertificateOrders orders);

    /** Shows what the authority requests, until the result is closed. */
    Proof show(CertificateOrders orders, String name, Challenge challenge)
            throws IOException, GeneralSecurityException;

    /** What to do if it fails; a sentence without its end. */
    String advice(String name);
}
