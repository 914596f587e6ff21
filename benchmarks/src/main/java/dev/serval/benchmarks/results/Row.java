package dev.serval.benchmarks.results;

import java.util.List;

/**
 * One server under one load. Immutable.
 *
 * @param server as in {@link ServerVersion#name()}
 * @param rounds in the order in which they were measured
 */
public record Row(String server, List<Round> rounds) {

    public Row {
        rounds = rounds == null ? List.of() : List.copyOf(rounds);
    }
}
