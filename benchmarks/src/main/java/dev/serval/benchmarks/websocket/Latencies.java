package dev.serval.benchmarks.websocket;

import java.util.List;

/** How long answers took, in steps of 10 microseconds up to 2 seconds. Owned by one thread. */
final class Latencies {
    private static final int NANOS_PER_STEP = 10_000;
    private static final double STEPS_PER_MILLI = 100;

    private final int[] steps = new int[200_000];

    void add(long nanos) {
        steps[(int) Math.min(nanos / NANOS_PER_STEP, steps.length - 1)]++;
    }

    /** Of all together, milliseconds; -1 when there are none. */
    static double quantile(List<Latencies> all, double share) {
        long count = 0;
        for (Latencies each : all) {
            for (int step : each.steps) {
                count += step;
            }
        }
        if (count == 0) {
            return -1;
        }
        long below = (long) Math.ceil(share * count);
        int at = -1;
        while (below > 0) {
            at++;
            for (Latencies each : all) {
                below -= each.steps[at];
            }
        }
        return (at + 1) / STEPS_PER_MILLI;
    }
}
