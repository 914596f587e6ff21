package dev.serval.acme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.certificate.WantedCertificate;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which certificates are due, and how long a failed one waits. */
class RenewalsTest {
    private static final String DIRECTORY = "https://ca.example/directory";
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private static boolean isDue(int valid, int left, String type, String names, String origin)
            throws GeneralSecurityException {
        Instant end = BEGIN.plus(Duration.ofDays(valid));
        X509Certificate own =
                TestCertificates.make()
                        .issue(
                                List.of("a.example", "b.example"),
                                Keys.make("EC").getPublic(),
                                BEGIN,
                                end);
        WantedCertificate wanted =
                new WantedCertificate(
                        Path.of("it"), type, List.of(names.split(" ")), List.of(own), origin);
        AcmeSettings settings =
                new AcmeSettings(
                        URI.create(DIRECTORY),
                        null,
                        new HttpProof(),
                        Duration.ofDays(30),
                        Path.of("key"),
                        null,
                        null,
                        null);
        return Renewals.isDue(wanted, settings, end.minus(Duration.ofDays(left)));
    }

    @ParameterizedTest
    @CsvSource({
        "398, 31, false",
        "398, 30, true",
        "90, 31, false",
        "90, 30, true",
        "45, 16, false",
        "45, 15, true",
        "6, 3, false",
        "6, 2, true",
        "6, -1, true"
    })
    void aCertificateIsDueThirtyDaysBeforeItsEndOrWhenAThirdIsLeft(int valid, int left, boolean due)
            throws Exception {
        assertThat(isDue(valid, left, "EC", "b.example a.example", DIRECTORY)).isEqualTo(due);
    }

    @ParameterizedTest
    @CsvSource({
        "RSA, a.example b.example, " + DIRECTORY,
        "EC, a.example, " + DIRECTORY,
        "EC, a.example b.example c.example, " + DIRECTORY,
        "EC, a.example b.example, https://other.example/",
        "EC, a.example b.example, ''"
    })
    void oneForSomethingElseIsDue(String type, String names, String origin) throws Exception {
        assertThat(isDue(90, 80, type, names, origin)).isTrue();
    }

    @Test
    void eachFailureDoublesTheDelayUpToSixHours() {
        assertThat(Attempts.delay(1, 0.5)).isEqualTo(Duration.ofMinutes(5));
        assertThat(Attempts.delay(2, 0.5)).isEqualTo(Duration.ofMinutes(10));
        assertThat(Attempts.delay(7, 0.5)).isEqualTo(Duration.ofMinutes(320));
        assertThat(Attempts.delay(8, 0.5)).isEqualTo(Duration.ofHours(6));
        assertThat(Attempts.delay(1_000_000, 0.5)).isEqualTo(Duration.ofHours(6));
        assertThat(Attempts.delay(1, 0)).isEqualTo(Duration.ofSeconds(225));
        assertThat(Attempts.delay(1, 1)).isEqualTo(Duration.ofSeconds(375));
    }
}
