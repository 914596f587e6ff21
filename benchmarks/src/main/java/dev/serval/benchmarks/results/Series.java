package dev.serval.benchmarks.results;

import java.util.List;

/**
 * A curve over time. Immutable.
 *
 * @param server as in {@link ServerVersion#name()}
 * @param name what is drawn, with its unit: "heap after GC, MiB", "GC pause, ms"
 * @param seconds since the measurement began, ascending
 * @param values as many as seconds
 */
public record Series(String server, String name, List<Double> seconds, List<Double> values) {

    public Series {
        seconds = seconds == null ? List.of() : List.copyOf(seconds);
        values = values == null ? List.of() : List.copyOf(values);
    }
}
