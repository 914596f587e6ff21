package dev.serval.valve.accesslog;

import java.nio.file.Path;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/**
 * Which file a line goes to, with Tomcat's meaning: {@code prefix}, the time by {@code
 * fileDateFormat} and {@code suffix}, without anything between them; {@code prefix} and {@code
 * suffix} alone where files do not change. Immutable.
 *
 * @param directory of the files; made if it is missing
 * @param prefix of their names
 * @param suffix of their names, for example {@code .txt}
 * @param fileDateFormat a pattern of SimpleDateFormat in US English: the file changes when its text
 *     does; empty for one file
 * @param rotatable whether files change at all
 */
public record LogFiles(
        Path directory, String prefix, String suffix, String fileDateFormat, boolean rotatable) {
    /** A file per day. */
    public static final String DAILY = ".yyyy-MM-dd";

    /** Throws IllegalArgumentException for a malformed format. */
    public LogFiles {
        format(fileDateFormat);
    }

    /** Null for a file per day: what a start can do without, the locales above all, costs time. */
    private static SimpleDateFormat format(String pattern) {
        return pattern.equals(DAILY) ? null : new SimpleDateFormat(pattern, Locale.US);
    }

    /** The file of a period. */
    Path path(String stamp) {
        return directory.resolve(prefix + stamp + suffix);
    }

    /** What tells when files change. */
    Periods periods(ZoneId zone) {
        return new Periods(rotatable ? fileDateFormat : "", zone);
    }

    /** The text of a time in the names of files, kept while it is the same. Not thread-safe. */
    static final class Periods {
        private final SimpleDateFormat format; // null for DAILY
        private final ChronoUnit unit;
        private final ZoneId zone;
        private String stamp;
        private long start;
        private long end;

        Periods(String pattern, ZoneId zone) {
            this.zone = zone;
            format = format(pattern);
            if (format == null) {
                unit = ChronoUnit.DAYS;
            } else {
                format.setTimeZone(TimeZone.getTimeZone(zone));
                unit = unit(pattern.replaceAll("'[^']*'", ""));
            }
            stamp = pattern.isEmpty() ? "" : null;
            end = Long.MAX_VALUE;
        }

        /** How often the text may change: seldom is it looked at more often than it does. */
        private static ChronoUnit unit(String letters) {
            if (letters.matches("(?s).*[sS].*")) {
                return ChronoUnit.SECONDS;
            }
            if (letters.indexOf('m') >= 0) {
                return ChronoUnit.MINUTES;
            }
            return letters.matches("(?s).*[HhKka].*") ? ChronoUnit.HOURS : ChronoUnit.DAYS;
        }

        String of(long millis) {
            if (stamp == null || millis < start || millis >= end) {
                if (format != null && format.toPattern().isEmpty()) {
                    return "";
                }
                ZonedDateTime from =
                        ZonedDateTime.ofInstant(Instant.ofEpochMilli(millis), zone)
                                .truncatedTo(unit);
                start = from.toInstant().toEpochMilli();
                end = from.plus(1, unit).toInstant().toEpochMilli();
                stamp = format == null ? "." + from.toLocalDate() : format.format(new Date(millis));
            }
            return stamp;
        }
    }
}
