package dev.serval.benchmarks;

import java.util.HashMap;
import java.util.Map;

/**
 * Tells how long a run will still take: from what each kind of step is known to take, and where it
 * has not been seen yet, from what it was expected to take and how wrong such expectations were so
 * far. Owned by the driver's thread.
 */
final class TimeLeft {
    private final Map<String, double[]> seen = new HashMap<>();
    private double expectedSum;
    private double measuredSum;

    /** A step has taken so long. */
    void took(String kind, double expected, double seconds) {
        double[] sum = seen.computeIfAbsent(kind, k -> new double[2]);
        sum[0] += seconds;
        sum[1]++;
        expectedSum += expected;
        measuredSum += seconds;
    }

    /** How long so many steps will take, seconds. */
    double of(String kind, double expected, int steps) {
        double[] sum = seen.get(kind);
        if (sum != null) {
            return steps * sum[0] / sum[1];
        }
        return steps * expected * (expectedSum == 0 ? 1 : measuredSum / expectedSum);
    }

    /** As in "3 min 20 s". */
    static String shown(double seconds) {
        long all = Math.round(seconds);
        if (all < 60) {
            return all + " s";
        }
        return all < 3600
                ? "%d min %d s".formatted(all / 60, all % 60)
                : "%d h %d min".formatted(all / 3600, all / 60 % 60);
    }
}
