package dev.serval.servlet.registration;

import jakarta.servlet.UnavailableException;
import java.util.concurrent.TimeUnit;

/**
 * Until when a servlet cannot answer. Immutable.
 *
 * @param permanent whether it will never answer again
 * @param until its end by {@link System#nanoTime}, unless permanent
 * @param reason the message of the servlet; for the log only
 */
public record Unavailability(boolean permanent, long until, String reason) {
    // The value that the API uses for an unknown time.
    private static final int UNKNOWN_SECONDS = 60;

    static Unavailability of(UnavailableException cause, long now) {
        long nanos = TimeUnit.SECONDS.toNanos(seconds(cause));
        return new Unavailability(cause.isPermanent(), now + nanos, cause.getMessage());
    }

    /** The remaining time, unless permanent. */
    public static int seconds(UnavailableException cause) {
        int seconds = cause.getUnavailableSeconds();
        return seconds > 0 ? seconds : UNKNOWN_SECONDS;
    }

    boolean isOver(long now) {
        return !permanent && now - until >= 0;
    }

    UnavailableException asException(long now) {
        if (permanent) {
            return new UnavailableException(reason);
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(until - now) + 1;
        return new UnavailableException(reason, (int) seconds);
    }
}
