package dev.serval.valve.accesslog;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * {@code %t}: the time of a request. Thread-safe. Text is rendered once per second and kept for the
 * last few of them, since requests that take long look back.
 */
final class Times implements LogElement {
    private static final int KEPT = 16;
    private static final String COMMON = "'['dd/MMM/yyyy:HH:mm:ss Z']'";

    private final DateTimeFormatter format;
    private final boolean end;
    private final long unit;
    private final Stamp[] stamps = new Stamp[KEPT];

    /** Immutable, so that two threads may well replace each other's. */
    private record Stamp(long time, byte[] text) {}

    private Times(DateTimeFormatter format, boolean end, long unit) {
        this.format = format;
        this.end = end;
        this.unit = unit;
    }

    /** {@code [21/Nov/2026:10:15:30 +0100]}, when the request arrived. */
    static LogElement common(ZoneId zone) {
        return new Times(formatter(COMMON, zone), false, 1000);
    }

    /**
     * {@code sec}, {@code msec}, {@code msec_frac} or a date pattern, with {@code begin:} (the
     * default) or {@code end:} before it.
     */
    static LogElement of(String argument, ZoneId zone) {
        boolean end = argument.startsWith("end:");
        String what =
                end || argument.startsWith("begin:")
                        ? argument.substring(argument.indexOf(':') + 1)
                        : argument;
        return switch (what) {
            case "" -> new Times(formatter(COMMON, zone), end, 1000);
            case "sec" -> (line, completed) -> line.number(millis(completed, end) / 1000);
            case "msec" -> (line, completed) -> line.number(millis(completed, end));
            case "msec_frac" -> (line, completed) -> line.number(millis(completed, end) % 1000, 3);
            default -> new Times(formatter(what, zone), end, what.indexOf('S') < 0 ? 1000 : 1);
        };
    }

    @Override
    public void append(Line line, Completed completed) {
        long time = Math.floorDiv(millis(completed, end), unit);
        int slot = (int) (time & KEPT - 1);
        Stamp stamp = stamps[slot];
        if (stamp == null || stamp.time != time) {
            Instant instant = Instant.ofEpochMilli(time * unit);
            String text = format.format(instant);
            stamp = new Stamp(time, text.getBytes(StandardCharsets.UTF_8));
            stamps[slot] = stamp;
        }
        line.text(stamp.text);
    }

    private static long millis(Completed completed, boolean end) {
        return end ? completed.endMillis() : completed.startMillis();
    }

    private static DateTimeFormatter formatter(String pattern, ZoneId zone) {
        return DateTimeFormatter.ofPattern(pattern, Locale.US).withZone(zone);
    }
}
