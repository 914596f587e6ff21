package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpiryWarningsTest {
    private static final Authority AUTHORITY = Authority.named("authority");
    // No clock: certificates know whole seconds only, and days count from here.
    private static final Instant BEGIN = Instant.parse("2031-03-01T12:00:00Z");

    private final ExpiryWarnings warnings = new ExpiryWarnings();

    private static CertifiedKey valid(int days) {
        Authority.Issued issued = AUTHORITY.issueFrom(BEGIN, "leaf.example", days);
        return new CertifiedKey("the.pem", issued.key(), List.of(issued.certificate()));
    }

    /** The days that are left at each line, looking once an hour until the day after the end. */
    private List<String> lines(CertifiedKey key) {
        Instant end = key.chain().get(0).getNotAfter().toInstant();
        Instant first = key.chain().get(0).getNotBefore().toInstant().plus(Duration.ofMinutes(30));
        List<String> lines = new ArrayList<>();
        for (Instant now = first;
                now.isBefore(end.plus(Duration.ofDays(1)));
                now = now.plus(Duration.ofHours(1))) {
            for (String line : warnings.next(List.of(key), now)) {
                assertThat(line).contains("the.pem (CN=leaf.example)");
                lines.add(Duration.between(now, end).plus(Duration.ofHours(1)).toDays() + line);
            }
        }
        return lines;
    }

    @Test
    void eachStepIsSaidOnce() {
        assertThat(lines(valid(365)))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("30").contains("expires on"),
                        line -> assertThat(line).startsWith("14"),
                        line -> assertThat(line).startsWith("7").contains("renew it"),
                        line -> assertThat(line).startsWith("3"),
                        line -> assertThat(line).startsWith("1").contains("hours: renew it"),
                        line -> assertThat(line).startsWith("0").contains("has expired on"));
    }

    @Test
    void aStepCountsIfTheCertificateIsValidForThreeTimesAsLong() {
        assertThat(lines(valid(45))).hasSize(5).first().asString().startsWith("14");
        assertThat(lines(valid(6))).hasSize(2).first().asString().startsWith("1");
        assertThat(lines(valid(1))).singleElement().asString().contains("has expired on");
    }

    @Test
    void whatIsReadLateIsSaidOnceForTheLastStep() {
        CertifiedKey key = valid(365);
        Instant now = key.chain().get(0).getNotAfter().toInstant().minus(Duration.ofDays(5));
        assertThat(warnings.next(List.of(key), now))
                .singleElement()
                .asString()
                .contains("in 5 days");
        assertThat(warnings.next(List.of(key), now)).isEmpty();
    }

    @Test
    void anotherCertificateBeginsAnew() {
        CertifiedKey old = valid(365);
        CertifiedKey fresh = valid(400);
        Instant now = old.chain().get(0).getNotAfter().toInstant().minus(Duration.ofDays(5));
        assertThat(warnings.next(List.of(old), now)).hasSize(1);
        assertThat(warnings.next(List.of(fresh), now)).isEmpty();
        assertThat(warnings.next(List.of(old), now)).hasSize(1);
    }

    @Test
    void aBeginThatIsStillToComeIsSaid() {
        Instant before = BEGIN.minus(Duration.ofSeconds(1));
        assertThat(warnings.next(List.of(valid(30)), before))
                .singleElement()
                .asString()
                .contains("is not valid before");
    }
}
