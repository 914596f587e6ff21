package dev.serval.benchmarks.report;

import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.results.Row;
import java.util.function.ToDoubleFunction;

/**
 * What the rounds of one server came to. Immutable.
 *
 * @param median of an even number of rounds: the mean of the two in the middle
 * @param least of all rounds
 * @param most of all rounds
 * @param rounds how many have measured it
 */
record Spread(double median, double least, double most, int rounds) {
    static final Spread NONE = new Spread(Double.NaN, Double.NaN, Double.NaN, 0);

    /** Of the figures that a row's rounds have; those that were not measured do not count. */
    static Spread of(Row row, ToDoubleFunction<Round> figure) {
        double[] sorted =
                row.rounds().stream().mapToDouble(figure).filter(v -> v >= 0).sorted().toArray();
        int count = sorted.length;
        if (count == 0) {
            return NONE;
        }
        double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
        return new Spread(median, sorted[0], sorted[count - 1], count);
    }

    boolean isKnown() {
        return rounds > 0;
    }

    /** {@code median (least – most)}; {@code –} when nothing was measured. */
    String text() {
        if (!isKnown()) {
            return Figures.NONE;
        }
        return rounds == 1
                ? Figures.number(median)
                : Figures.number(median)
                        + " ("
                        + Figures.number(least)
                        + " – "
                        + Figures.number(most)
                        + ")";
    }
}
