package dev.serval.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The number of requests by duration, in {@value #COUNT} fixed classes from 1 millisecond to 10
 * seconds and one beyond. Thread-safe; threads that count at the same time do not wait for each
 * other. Its memory is bounded, and counting makes no object.
 */
public final class LatencyHistogram {
    /** The number of bounds. */
    public static final int COUNT = 13;

    private static final long[] BOUNDS = new long[COUNT];

    /** The upper bounds in seconds, as monitoring writes them. */
    private static final String[] SHOWN = {
        "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1.0", "2.5",
        "5.0", "10.0"
    };

    static {
        for (int i = 0; i < COUNT; i++) {
            BOUNDS[i] = Math.round(Double.parseDouble(SHOWN[i]) * TimeUnit.SECONDS.toNanos(1));
        }
    }

    private final LongAdder[] counts = new LongAdder[COUNT + 1];

    public LatencyHistogram() {
        for (int i = 0; i <= COUNT; i++) {
            counts[i] = new LongAdder();
        }
    }

    /** Counts a request that took so long; one that took exactly a bound is within it. */
    public void took(long nanos) {
        int i = 0;
        while (i < COUNT && nanos > BOUNDS[i]) {
            i++;
        }
        counts[i].increment();
    }

    /** Begins anew at zero. */
    void reset() {
        for (LongAdder each : counts) {
            each.reset();
        }
    }

    /** The bound of a class in seconds, for example {@code 0.25}. */
    public static String bound(int index) {
        return SHOWN[index];
    }

    /** The requests of a class alone; of {@link #COUNT}, those that took longer than all bounds. */
    public long count(int index) {
        return counts[index].sum();
    }
}
