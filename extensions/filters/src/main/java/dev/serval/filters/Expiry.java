package dev.serval.filters;

import java.time.Duration;
import java.time.Instant;
import java.time.Period;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/**
 * Until when a response is fresh: {@code access plus 1 month 15 days}, {@code now plus 2 hours},
 * {@code modification plus 1 week}, or seconds in short, {@code A3600} and {@code M3600}.
 * Immutable.
 *
 * @param sinceModification whether it counts from Last-Modified, else from the request
 */
record Expiry(boolean sinceModification, Period period, Duration duration) {
    private static final long LONGEST = 1000; // years: an Expires has four digits for them

    /** Throws IllegalArgumentException for a malformed text. */
    static Expiry of(String text) {
        String lower = text.strip().toLowerCase(Locale.ROOT);
        if (lower.matches("[am][0-9]{1,10}")) {
            Duration seconds = Duration.ofSeconds(Long.parseLong(lower.substring(1)));
            return new Expiry(lower.charAt(0) == 'm', Period.ZERO, seconds);
        }
        String[] words = lower.split("\\s+");
        boolean modified = words[0].equals("modification");
        if (!modified && !words[0].equals("access") && !words[0].equals("now")) {
            throw problem(text);
        }
        int at = words.length > 1 && words[1].equals("plus") ? 2 : 1;
        if (at == 2 && words.length == 2 || (words.length - at) % 2 != 0) {
            throw problem(text);
        }
        Period period = Period.ZERO;
        Duration duration = Duration.ZERO;
        for (; at < words.length; at += 2) {
            if (!words[at].matches("[0-9]{1,9}")) {
                throw problem(text);
            }
            int count = Integer.parseInt(words[at]);
            try {
                switch (words[at + 1]) {
                    case "year", "years" -> period = period.plusYears(count);
                    case "month", "months" -> period = period.plusMonths(count);
                    case "week", "weeks" -> period = period.plusDays(7L * count);
                    case "day", "days" -> period = period.plusDays(count);
                    case "hour", "hours" -> duration = duration.plusHours(count);
                    case "minute", "minutes" -> duration = duration.plusMinutes(count);
                    case "second", "seconds" -> duration = duration.plusSeconds(count);
                    default -> throw problem(text);
                }
            } catch (ArithmeticException e) {
                throw problem(text);
            }
        }
        if (period.toTotalMonths() > 12 * LONGEST
                || period.getDays() > 366 * LONGEST
                || duration.toDays() > 366 * LONGEST) {
            throw problem(text);
        }
        return new Expiry(modified, period, duration);
    }

    private static IllegalArgumentException problem(String text) {
        return new IllegalArgumentException(
                "is access, now or modification, then plus, numbers and years, months, weeks, days,"
                        + " hours, minutes or seconds, not '"
                        + text
                        + "'");
    }

    /**
     * The end of that time; null if it counts from a modification whose time is not known.
     *
     * @param lastModified the field; null if there is none
     */
    Instant from(ZonedDateTime now, String lastModified) {
        ZonedDateTime begin = now;
        if (sinceModification) {
            if (lastModified == null) {
                return null;
            }
            try {
                begin = ZonedDateTime.parse(lastModified, DateTimeFormatter.RFC_1123_DATE_TIME);
            } catch (DateTimeParseException e) {
                // The application has set a malformed field: there is nothing to count from.
                return null;
            }
        }
        return begin.plus(period).plus(duration).toInstant();
    }
}
