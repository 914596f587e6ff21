package dev.serval.tls;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Says 30, 14, 7, 3 and 1 days before a certificate ends, and when it has ended, that it does: each
 * step once, also when the same certificate is read again. Thread-safe. A step counts only if the
 * certificate is valid for three times as long: one for 90 days is renewed when 30 are left, and
 * one for a week would be warned of from the day on which it is new.
 */
final class ExpiryWarnings {
    private static final List<Duration> STEPS =
            List.of(
                    Duration.ZERO,
                    Duration.ofDays(1),
                    Duration.ofDays(3),
                    Duration.ofDays(7),
                    Duration.ofDays(14),
                    Duration.ofDays(30));
    private static final int NONE = STEPS.size();
    private static final int NOT_YET = -1;

    // The step that was told last of each certificate in use.
    private final Map<X509Certificate, Integer> told = new HashMap<>();

    /** What has to be said now of those in use; others are forgotten. */
    synchronized List<String> next(List<CertifiedKey> keys, Instant now) {
        List<String> lines = new ArrayList<>();
        told.keySet().retainAll(keys.stream().map(each -> each.chain().get(0)).toList());
        for (CertifiedKey key : keys) {
            X509Certificate own = key.chain().get(0);
            int step = step(own, now);
            Integer before = told.put(own, step);
            if (step != NONE && (before == null || before != step)) {
                lines.add(line(key, own, step, now));
            }
        }
        return lines;
    }

    private static int step(X509Certificate own, Instant now) {
        Instant begin = own.getNotBefore().toInstant();
        Instant end = own.getNotAfter().toInstant();
        if (now.isBefore(begin)) {
            return NOT_YET;
        }
        Duration left = Duration.between(now, end);
        Duration third = Duration.between(begin, end).dividedBy(3);
        for (int step = 0; step < NONE; step++) {
            Duration limit = STEPS.get(step);
            if (left.compareTo(limit) <= 0) {
                return limit.compareTo(third) < 0 ? step : NONE;
            }
        }
        return NONE;
    }

    private static String line(CertifiedKey key, X509Certificate own, int step, Instant now) {
        Instant end = own.getNotAfter().toInstant();
        String name =
                "the certificate in " + key.source() + " (" + own.getSubjectX500Principal() + ")";
        return switch (step) {
            case NOT_YET -> name + " is not valid before " + own.getNotBefore().toInstant();
            case 0 -> name + " has expired on " + end + ": clients will refuse it";
            default -> name + " expires on " + end + ", in " + left(now, end) + ": renew it";
        };
    }

    private static String left(Instant now, Instant end) {
        Duration left = Duration.between(now, end);
        long days = left.toDays();
        return days > 0 ? days + (days == 1 ? " day" : " days") : left.toHours() + " hours";
    }
}
