package dev.serval.acme;

import dev.serval.certificate.CertificateOrders;
import dev.serval.certificate.CertificateOrders.Proof;
import org.shredzone.acme4j.challenge.Challenge;
import org.shredzone.acme4j.challenge.Http01Challenge;

/** http-01 (RFC 8555 §8.3): the authority gets a file over HTTP. Stateless. */
record HttpProof() implements ControlProof {
    @Override
    public String type() {
        return Http01Challenge.TYPE;
    }

    @Override
    public String missing(CertificateOrders orders) {
        return orders.hasPlainConnector()
                ? null
                : "challenge is http-01, but there is no Connector without TLS; add one, or take"
                        + " tls-alpn-01";
    }

    @Override
    public Proof show(CertificateOrders orders, String name, Challenge challenge) {
        Http01Challenge http = (Http01Challenge) challenge;
        return orders.answer(http.getToken(), http.getAuthorization());
    }

    @Override
    public String advice(String name) {
        return "See that port 80 of "
                + name
                + " leads from everywhere to a Connector without TLS of this server";
    }
}
