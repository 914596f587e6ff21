package dev.serval.valve.accesslog;

import java.nio.charset.Charset;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

/**
 * {@code %t}: the time of a request. Thread-safe. Text is rendered once per second and kept for the
 * last few of them, for requests that take long.
 */
final class Times implements LogElement {
    private static final int KEPT = 16;
    private static final String COMMON = "'['dd/MMM/yyyy:HH:mm:ss Z']'";

    private final DateTimeFormatter format;
    private final Charset charset;
    private final boolean end;
    private final long unit;
    private final Stamp[] stamps = new Stamp[KEPT];

    /** Immutable, so that concurrent threads may replace each other's. */
    private record Stamp(long time, byte[] text) {}

    private Times(String pattern, LineForm form, boolean end, long unit) {
        this.format = DateTimeFormatter.ofPattern(pattern, form.locale()).withZone(form.zone());
        this.charset = form.charset();
        this.end = end;
        this.unit = unit;
    }

    /** {@code [21/Nov/2026:10:15:30 +0100]}, when the request arrived. */
    static LogElement common(LineForm form) {
        return new Times(COMMON, form, false, 1000);
    }

    /**
     * {@code sec}, {@code msec}, {@code msec_frac} or a date pattern, with {@code begin:} (the
     * default) or {@code end:} before it.
     */
    static LogElement of(String argument, LineForm form) {
        boolean end = argument.startsWith("end:");
        String what =
                end || argument.startsWith("begin:")
                        ? argument.substring(argument.indexOf(':') + 1)
                        : argument;
        return switch (what) {
            case "" -> new Times(COMMON, form, end, 1000);
            case "sec" -> (line, completed) -> line.number(millis(completed, end) / 1000);
            case "msec" -> (line, completed) -> line.number(millis(completed, end));
            case "msec_frac" -> (line, completed) -> line.number(millis(completed, end) % 1000, 3);
            default -> new Times(what, form, end, what.indexOf('S') < 0 ? 1000 : 1);
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
            stamp = new Stamp(time, text.getBytes(charset));
            stamps[slot] = stamp;
        }
        line.text(stamp.text);
    }

    private static long millis(Completed completed, boolean end) {
        return end ? completed.endMillis() : completed.startMillis();
    }
}
