package dev.serval.acme;

import dev.serval.certificate.CertificateOrders;
import dev.serval.certificate.CertificateOrders.Proof;
import dev.serval.certificate.WantedCertificate;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.NoSuchFileException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.CertPathBuilderException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.shredzone.acme4j.Authorization;
import org.shredzone.acme4j.Login;
import org.shredzone.acme4j.Order;
import org.shredzone.acme4j.Problem;
import org.shredzone.acme4j.Status;
import org.shredzone.acme4j.challenge.Challenge;
import org.shredzone.acme4j.exception.AcmeException;
import org.shredzone.acme4j.exception.AcmeLazyLoadingException;
import org.shredzone.acme4j.exception.AcmeNetworkException;
import org.shredzone.acme4j.exception.AcmeRateLimitedException;
import org.shredzone.acme4j.exception.AcmeUserActionRequiredException;

/** Obtains one certificate (RFC 8555 §7.1). Owned by the thread of {@link Renewals}. */
final class Issuance {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String AGAIN = "Nothing is to be done, unless this goes on";

    private final AcmeSettings settings;
    private final CertificateOrders orders;
    // Null unless the last order succeeded.
    private Login login;

    Issuance(AcmeSettings settings, CertificateOrders orders) {
        this.settings = settings;
        this.orders = orders;
    }

    /** Returns the certificate when it is in use. */
    X509Certificate obtain(WantedCertificate wanted) throws NotObtained, InterruptedException {
        Login before = login;
        login = null;
        try {
            Login now =
                    before != null
                            ? before
                            : Authority.login(
                                    settings, AccountKey.of(settings.accountKey(), orders));
            X509Certificate own = obtain(wanted, now);
            login = now;
            return own;
        } catch (AcmeException e) {
            throw said(e);
        } catch (AcmeLazyLoadingException e) {
            throw said(e.getCause());
        } catch (IOException | GeneralSecurityException e) {
            throw new NotObtained(words(e), "Mend what this names", e);
        } catch (RuntimeException e) {
            // The authority has violated the protocol, for example by a malformed token.
            throw new NotObtained(words(e), AGAIN, e);
        }
    }

    private X509Certificate obtain(WantedCertificate wanted, Login login)
            throws AcmeException,
                    IOException,
                    GeneralSecurityException,
                    NotObtained,
                    InterruptedException {
        Order order = login.newOrder().domains(wanted.names()).create();
        for (Authorization each : order.getAuthorizations()) {
            prove(each);
        }
        order.waitUntilReady(PATIENCE);
        KeyPair pair = Keys.make(wanted.type());
        order.execute(SigningRequest.of(wanted.names(), pair));
        Status end = order.waitForCompletion(PATIENCE);
        if (end != Status.VALID) {
            throw new NotObtained(reason(order.getError(), end), AGAIN, null);
        }
        List<X509Certificate> chain = order.getCertificate().getCertificateChain();
        X509Certificate own = chain.get(0);
        if (!own.getPublicKey().equals(pair.getPublic())
                || !Renewals.names(own).equals(Set.copyOf(wanted.names()))) {
            throw new NotObtained("it has given one for another key or other names", AGAIN, null);
        }
        orders.keep(wanted, settings.directory().toString(), pair.getPrivate(), chain);
        return own;
    }

    private void prove(Authorization authorization)
            throws AcmeException,
                    IOException,
                    GeneralSecurityException,
                    NotObtained,
                    InterruptedException {
        if (authorization.getStatus() == Status.VALID) {
            return; // proved for an earlier order
        }
        ControlProof way = settings.challenge();
        String name = authorization.getIdentifier().getDomain();
        Optional<Challenge> offered = authorization.findChallenge(way.type());
        if (offered.isEmpty()) {
            List<String> others =
                    authorization.getChallenges().stream().map(Challenge::getType).toList();
            throw new NotObtained(
                    "for " + name + " it offers no " + way.type() + ", only " + others,
                    "Choose another challenge of AcmeListener",
                    null);
        }
        Challenge challenge = offered.get();
        Proof proof = way.show(orders, name, challenge);
        try {
            challenge.trigger();
            Status end = challenge.waitForCompletion(PATIENCE);
            if (end != Status.VALID) {
                throw new NotObtained(
                        name + " was not proved: " + reason(challenge.getError(), end),
                        way.advice(name),
                        null);
            }
        } finally {
            proof.close();
        }
    }

    private static String reason(Optional<Problem> problem, Status end) {
        return problem.flatMap(Problem::getDetail)
                .orElse("the authority says " + end + " and no more");
    }

    /** What an exception of the client says. */
    private static NotObtained said(Throwable thrown) {
        if (thrown instanceof AcmeRateLimitedException limited) {
            return new NotObtained(
                    "the authority has limits: " + words(limited),
                    "Ask for fewer certificates; it is asked again when it allows",
                    limited.getRetryAfter().orElse(null),
                    limited);
        }
        if (thrown instanceof AcmeUserActionRequiredException action) {
            return new NotObtained(
                    words(action)
                            + " "
                            + action.getTermsOfServiceUri().map(Object::toString).orElse(""),
                    "Do what " + action.getInstance() + " asks for",
                    action);
        }
        if (thrown instanceof AcmeNetworkException network) {
            Throwable root = root(network);
            return new NotObtained(
                    "it cannot be reached: " + words(root),
                    root instanceof CertPathBuilderException
                            ? "Java does not trust its certificate: name that, or its issuer's, by"
                                    + " trustedCertificateFile"
                            : "See whether the address in directory is right and this server may"
                                    + " connect there",
                    network);
        }
        return new NotObtained(
                words(thrown),
                "See what the authority says of this; the names may be wrong",
                thrown);
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private static String words(Throwable thrown) {
        if (thrown instanceof NoSuchFileException missing) {
            return "there is no file " + missing.getFile();
        }
        if (thrown instanceof ClosedChannelException) {
            return "nobody takes connections there"; // as the client of the JDK reports it
        }
        if (thrown instanceof UnresolvedAddressException) {
            return "its name leads to no address";
        }
        return thrown.getMessage() == null
                ? thrown.getClass().getSimpleName()
                : thrown.getMessage();
    }
}
