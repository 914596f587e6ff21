package dev.serval.benchmarks;

import java.util.List;

/**
 * How much is done. Immutable.
 *
 * @param quick whether the figures show the order and little more
 * @param share of the requests that the literature has made
 * @param seconds of a measurement that takes seconds
 * @param warmUps how often a scenario runs before it is measured
 * @param rounds of every suite that says no other number
 * @param loops of siege and JMeter
 * @param connections that are idle
 */
record Effort(
        boolean quick,
        double share,
        int seconds,
        int warmUps,
        int rounds,
        int loops,
        int connections) {
    static final Effort FULL = new Effort(false, 1, 10, 2, 3, 671, 10_000);
    static final Effort QUICK = new Effort(true, 0.2, 2, 1, 2, 67, 4000);

    /** Only to see that everything works. */
    static final Effort TRIAL = new Effort(true, 0.01, 1, 0, 1, 2, 500);

    static final List<Effort> ALL = List.of(FULL, QUICK, TRIAL);

    Effort withSeconds(int number) {
        return new Effort(quick, share, number, warmUps, rounds, loops, connections);
    }
}
