package dev.serval.http;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits the lines of a log per minute, and counts further ones. Thread-safe; its memory is
 * bounded.
 */
public final class LineLimit {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST_A_MINUTE = 20;

    private final LongSupplier nanos;
    private final int most;
    private final LineLimit whole;
    private boolean begun;
    private long until;
    private int told;
    private long more;

    /**
     * A line that may be written.
     *
     * @param last whether it is the last one of this minute
     * @param unsaid how many were counted and not written before it
     */
    public record Line(boolean last, long unsaid) {}

    /**
     * {@value #MOST_A_MINUTE} lines.
     *
     * @param nanos a clock as {@link System#nanoTime}
     */
    public LineLimit(LongSupplier nanos) {
        this(nanos, MOST_A_MINUTE, null);
    }

    /**
     * @param nanos a clock as {@link System#nanoTime}
     * @param most lines a minute, at least 1
     * @param whole the limit of this one and others together, which the first of a minute may
     *     exceed; null if there is none
     */
    public LineLimit(LongSupplier nanos, int most, LineLimit whole) {
        this.nanos = nanos;
        this.most = most;
        this.whole = whole;
    }

    /** A limit that is also bounded by this one. */
    public LineLimit part() {
        return new LineLimit(nanos, MOST_A_MINUTE, this);
    }

    /** The line; null if it exceeds the limit, and was only counted. */
    public synchronized Line next() {
        long now = nanos.getAsLong();
        if (!begun || now - until >= 0) {
            begun = true;
            until = now + MINUTE;
            told = 0;
        }
        if (told == most || whole != null && whole.next() == null && told > 0) {
            more++;
            return null;
        }
        told++;
        long unsaid = more;
        more = 0;
        return new Line(told == most, unsaid);
    }
}
