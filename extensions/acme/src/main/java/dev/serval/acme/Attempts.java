package dev.serval.acme;

import dev.serval.certificate.CertificateOrders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When one certificate may be requested. Owned by the thread of {@link Renewals}. After a failure
 * it waits five minutes, each time twice as long, up to six hours, or as long as the authority
 * says; a quarter more or less, so that not all servers come at once. A file beside the certificate
 * keeps five minutes of this time, and what the authority says, over a restart: repeated restarts
 * do not cause repeated requests, and an operator who has removed the cause need not wait for
 * hours.
 */
final class Attempts {
    private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);
    private static final Duration FIRST = Duration.ofMinutes(5);
    private static final Duration LONGEST = Duration.ofHours(6);
    // Authorities count by the week.
    private static final Duration PATIENCE = Duration.ofDays(8);

    private final Path file;
    private Instant next;
    private int failures;

    private Attempts(Path file, Instant next) {
        this.file = file;
        this.next = next;
    }

    /**
     * Reads the file beside a certificate.
     *
     * @param certificate its file
     */
    static Attempts of(Path certificate) {
        Path file = certificate.resolveSibling(certificate.getFileName() + ".next");
        try {
            if (Files.exists(file)) {
                Instant next = Instant.parse(Files.readString(file).strip());
                // Limited, since this class writes no later time.
                Instant last = Instant.now().plus(PATIENCE);
                return new Attempts(file, next.isAfter(last) ? last : next);
            }
        } catch (IOException | DateTimeException e) {
            LOG.debug("{} cannot be read", file, e);
        }
        return new Attempts(file, Instant.MIN);
    }

    boolean mayTry(Instant now) {
        return !now.isBefore(next);
    }

    void succeeded() {
        failures = 0;
        next = Instant.MIN;
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.debug("{} cannot be removed", file, e);
        }
    }

    /**
     * Returns the time of the next try.
     *
     * @param notBefore what the authority says; null if it says nothing
     */
    Instant failed(Instant now, Instant notBefore, CertificateOrders orders) {
        failures++;
        double random = ThreadLocalRandom.current().nextDouble();
        Instant kept = later(now.plus(delay(1, random)), notBefore, now);
        next = later(now.plus(delay(failures, random)), notBefore, now);
        try {
            orders.write(file, kept + "\n");
        } catch (IOException e) {
            LOG.debug("{} cannot be written", file, e);
        }
        return next;
    }

    private static Instant later(Instant own, Instant notBefore, Instant now) {
        if (notBefore == null || own.isAfter(notBefore)) {
            return own;
        }
        Instant last = now.plus(PATIENCE);
        return notBefore.isAfter(last) ? last : notBefore;
    }

    /**
     * @param failures in a row, from 1
     * @param random from 0 to 1
     */
    static Duration delay(int failures, double random) {
        Duration delay = FIRST;
        for (int i = 1; i < failures && delay.compareTo(LONGEST) < 0; i++) {
            delay = delay.multipliedBy(2);
        }
        if (delay.compareTo(LONGEST) > 0) {
            delay = LONGEST;
        }
        return Duration.ofMillis((long) (delay.toMillis() * (0.75 + random / 2)));
    }
}
