package dev.serval.valve.accesslog;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/**
 * The names of log files, as in Tomcat: {@code prefix}, the time by {@code fileDateFormat} and
 * {@code suffix}, joined; only {@code prefix} and {@code suffix} if files do not change. Immutable.
 *
 * @param directory of the files; created if it is missing
 * @param prefix of their names
 * @param suffix of their names, for example {@code .txt}
 * @param fileDateFormat a pattern of SimpleDateFormat in US English: the file changes with its
 *     text; empty for one file
 * @param rotatable whether files change at all
 * @param rotation further rules for the files; without effect if they do not change
 */
public record LogFiles(
        Path directory,
        String prefix,
        String suffix,
        String fileDateFormat,
        boolean rotatable,
        LogRotation rotation) {
    /** A file per day. */
    public static final String DAILY = ".yyyy-MM-dd";

    private static final int MOST_PARTS = 1_000_000;
    private static final int GAP = 100;

    /** Files of any size, kept for ever. */
    public LogFiles(
            Path directory,
            String prefix,
            String suffix,
            String fileDateFormat,
            boolean rotatable) {
        this(directory, prefix, suffix, fileDateFormat, rotatable, LogRotation.USUAL);
    }

    /** Throws IllegalArgumentException for a malformed format. */
    public LogFiles {
        format(fileDateFormat);
    }

    /** Null for a file per day: a start without formats, and above all locales, is faster. */
    private static SimpleDateFormat format(String pattern) {
        return pattern.equals(DAILY) ? null : new SimpleDateFormat(pattern, Locale.US);
    }

    /** The file of a period. */
    Path path(String stamp) {
        return directory.resolve(prefix + stamp + suffix);
    }

    /** The file that is written in a period. */
    Path current(String stamp) {
        return path(rotatable && rotation.renameOnRotate() ? "" : stamp);
    }

    /**
     * A file of a period that does not exist yet, for lines of a file that is not written any more.
     */
    Path free(String stamp, boolean numbered) {
        Path plain = path(stamp);
        if (!numbered && Files.notExists(plain, LinkOption.NOFOLLOW_LINKS)) {
            return plain;
        }
        // Some may have been removed: their numbers are not used again while a later one exists.
        int last = 0;
        for (int next = 1; next - last <= GAP && next < MOST_PARTS; next++) {
            if (Files.exists(part(stamp, next), LinkOption.NOFOLLOW_LINKS)) {
                last = next;
            }
        }
        return part(stamp, last + 1);
    }

    private Path part(String stamp, int number) {
        return directory.resolve(prefix + stamp + "." + number + suffix);
    }

    /**
     * Whether a name is that of a file of some period, or of a numbered part of one. Names of other
     * logs, even if they begin and end like it, are not.
     */
    boolean isOurs(String name) {
        if (!name.startsWith(prefix)
                || !name.endsWith(suffix)
                || name.length() < prefix.length() + suffix.length()) {
            return false;
        }
        String stamp = name.substring(prefix.length(), name.length() - suffix.length());
        int dot = stamp.lastIndexOf('.');
        return isStamp(stamp)
                || dot >= 0
                        && stamp.substring(dot + 1).matches("[1-9]\\d{0,6}")
                        && isStamp(stamp.substring(0, dot));
    }

    private boolean isStamp(String stamp) {
        if (fileDateFormat.isEmpty()) {
            return stamp.isEmpty();
        }
        SimpleDateFormat format = new SimpleDateFormat(fileDateFormat, Locale.US);
        Date date = format.parse(stamp, new ParsePosition(0));
        return date != null && format.format(date).equals(stamp);
    }

    /** Determines when files change. */
    Periods periods(ZoneId zone) {
        return new Periods(rotatable ? fileDateFormat : "", zone);
    }

    /** The text of a time in file names, kept while it is the same. Not thread-safe. */
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

        /** How often the text may change: it is rarely computed more often than that. */
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
