package dev.serval.acme;

import dev.serval.certificate.CertificateOrders;
import dev.serval.certificate.WantedCertificate;
import dev.serval.http.LogText;
import dev.serval.thread.TurnGuard;
import java.nio.file.Path;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks once a minute which certificates are due, and obtains one after the other. Owned by its
 * thread, except for start and stop.
 *
 * <pre>
 *   missing, for other names, of another type or authority, or soon over
 *     |                          ^                      |
 *     | no failure of late       | the time has come    | failed: one line; five minutes,
 *     v                          |                      v then twice as long each time
 *   obtain ---- done: one line, in use            wait, at least as long as the authority says
 * </pre>
 */
final class Renewals {
    private static final Logger LOG = LoggerFactory.getLogger(AcmeListener.class);
    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
    private static final int DNS_NAME = 2;
    private static final int LONGEST = 600;

    private final AcmeSettings settings;
    private final CertificateOrders orders;
    private final Issuance issuance;
    private final Map<Path, Attempts> attempts = new HashMap<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final TurnGuard guard = new TurnGuard("The renewal of certificates");
    private final Thread thread = new Thread(this::run, "serval-acme");

    Renewals(AcmeSettings settings, CertificateOrders orders) {
        this.settings = settings;
        this.orders = orders;
        this.issuance = new Issuance(settings, orders);
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends an order that is under way. Waits for five seconds at most. */
    void stop() {
        stopped.countDown();
        thread.interrupt();
        try {
            thread.join(STOP_LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the thread ends by itself
        }
    }

    private void run() {
        do {
            try {
                look();
                guard.passed();
            } catch (InterruptedException e) {
                return; // by stop, which alone interrupts it
            } catch (Throwable e) {
                guard.failed(e);
            }
        } while (!isStopped(EVERY));
    }

    private boolean isStopped(Duration within) {
        try {
            return stopped.await(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    private void look() throws InterruptedException {
        for (WantedCertificate wanted : orders.wanted()) {
            Attempts its = attempts.computeIfAbsent(wanted.file(), Attempts::of);
            Instant now = Instant.now();
            if (isDue(wanted, settings, now) && its.mayTry(now)) {
                obtain(wanted, its);
            }
        }
    }

    /** Whether the certificate is missing, is not as wanted, or ends soon. */
    static boolean isDue(WantedCertificate wanted, AcmeSettings settings, Instant now) {
        if (wanted.chain().isEmpty()) {
            return true;
        }
        X509Certificate own = wanted.chain().get(0);
        Instant begin = own.getNotBefore().toInstant();
        Instant end = own.getNotAfter().toInstant();
        Duration before = Duration.between(begin, end).dividedBy(3);
        if (before.compareTo(settings.renewBefore()) > 0) {
            before = settings.renewBefore();
        }
        return !now.isBefore(end.minus(before))
                || !wanted.origin().equals(settings.directory().toString())
                || !own.getPublicKey().getAlgorithm().equals(wanted.type())
                || !names(own).equals(Set.copyOf(wanted.names()));
    }

    /** The names of hosts in the certificate (RFC 5280 §4.2.1.6). */
    static Set<String> names(X509Certificate certificate) {
        Set<String> names = new HashSet<>();
        try {
            Collection<List<?>> all = certificate.getSubjectAlternativeNames();
            for (List<?> each : all == null ? List.<List<?>>of() : all) {
                if (each.get(0).equals(DNS_NAME)) {
                    names.add((String) each.get(1));
                }
            }
        } catch (CertificateParsingException e) {
            // Handled like a certificate without names: another one replaces it.
        }
        return names;
    }

    private void obtain(WantedCertificate wanted, Attempts its) throws InterruptedException {
        String authority = settings.directory().getHost();
        try {
            X509Certificate own = issuance.obtain(wanted);
            its.succeeded();
            LOG.info(
                    "The certificate for {} was obtained from {} and is in use; it is valid until"
                            + " {}, see {}",
                    String.join(", ", wanted.names()),
                    authority,
                    own.getNotAfter().toInstant(),
                    wanted.file());
        } catch (NotObtained e) {
            if (stopped.getCount() == 0) {
                throw new InterruptedException();
            }
            Instant next = its.failed(Instant.now(), e.notBefore(), orders);
            LOG.warn(
                    "SRV-0406 The certificate for {} was not obtained from {}: {}. {}; {}. The next"
                            + " try is at {}",
                    String.join(", ", wanted.names()),
                    authority,
                    LogText.shown(e.getMessage(), LONGEST, ""),
                    e.advice(),
                    inUse(wanted),
                    next.truncatedTo(ChronoUnit.SECONDS));
        }
    }

    private static String inUse(WantedCertificate wanted) {
        return wanted.chain().isEmpty()
                ? "handshakes are refused until there is one"
                : "the one in use is valid until "
                        + wanted.chain().get(0).getNotAfter().toInstant();
    }
}
