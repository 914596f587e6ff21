package dev.serval.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.serval.benchmarks.results.Round;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class PairRowTest {
    private static final Offset<Double> EXACT = within(1e-9);

    @Test
    void eachIsFirstSecondAndThirdInTurn() {
        assertThat(PairRow.order(0, 3)).containsExactly(0, 1, 2);
        assertThat(PairRow.order(1, 3)).containsExactly(1, 2, 0);
        assertThat(PairRow.order(2, 3)).containsExactly(2, 0, 1);
        assertThat(PairRow.order(3, 3)).containsExactly(0, 1, 2);
    }

    @Test
    void quantilesLieBetweenTheNearestValues() {
        assertThat(PairRow.quantile(0.5, 7)).isEqualTo(7);
        assertThat(PairRow.quantile(0.5, 9, 1, 2)).isEqualTo(2);
        assertThat(PairRow.quantile(0.5, 4, 1, 9, 2)).isEqualTo(3);
        assertThat(PairRow.quantile(0.25, 5, 1, 3, 2, 4)).isEqualTo(2);
        assertThat(PairRow.quantile(0.75, 1, 2)).isEqualTo(1.75);
        assertThat(PairRow.quantile(0, 3, 1, 2)).isEqualTo(1);
        assertThat(PairRow.quantile(1, 3, 1, 2)).isEqualTo(3);
    }

    @Test
    void ratiosAreThoseWithinARound() {
        // Medians alone would tell 30/20.
        PairRow row = row(rounds(10, 20, 30), rounds(10, 20, 30), rounds(11, 40, 30));
        assertThat(row.ratio()).isEqualTo(1.1, EXACT);
    }

    @Test
    void theScatterIsThatOfTheFartherQuartile() {
        List<Round> old = rounds(10, 10, 10, 10, 10);
        assertThat(row(old, rounds(9.9, 10, 10, 10.5, 20), old).scatter()).isEqualTo(0.05, EXACT);
        assertThat(row(old, rounds(1, 8, 10, 10.5, 20), old).scatter()).isEqualTo(0.25, EXACT);
        assertThat(row(old, old, old).scatter()).isEqualTo(0, EXACT);
    }

    @Test
    void theVerdictAllowsForTheScatterAndTwoPercent() {
        assertThat(verdict(10, 10.19)).isEqualTo(PairRow.Verdict.SAME);
        assertThat(verdict(10, 10.21)).isEqualTo(PairRow.Verdict.WORSE);
        assertThat(verdict(11, 11.19)).isEqualTo(PairRow.Verdict.SAME);
        assertThat(verdict(11, 11.21)).isEqualTo(PairRow.Verdict.WORSE);
        assertThat(verdict(10 / 1.1, 11.19)).isEqualTo(PairRow.Verdict.SAME);
        assertThat(verdict(10, 10 / 1.019)).isEqualTo(PairRow.Verdict.SAME);
        assertThat(verdict(10, 10 / 1.021)).isEqualTo(PairRow.Verdict.BETTER);
    }

    @Test
    void aLineShowsMediansRatiosAndTheVerdict() {
        List<Round> old = rounds(10, 10, 10);
        assertThat(row(old, rounds(9.5, 10, 10.4), rounds(12, 13, 11)).line("Serval NIO", "hello"))
                .matches(
                        "Serval NIO +hello +10\\.00 +12\\.00 +1\\.200 +1\\.000"
                                + " \\(0\\.950\\.\\.1\\.040\\) +0\\.026 +0\\.833  worse");
    }

    /** Of an old one that needs 10 microseconds. */
    private static PairRow.Verdict verdict(double again, double now) {
        return row(rounds(10), rounds(again), rounds(now)).verdict();
    }

    private static PairRow row(List<Round> old, List<Round> again, List<Round> now) {
        return new PairRow(old, again, now);
    }

    /** Of so many microseconds, and as many requests as fit in. */
    private static List<Round> rounds(double... micros) {
        return Arrays.stream(micros)
                .mapToObj(cpu -> new Round(1e6 / cpu, 1, 2, 3, cpu, 5, 0.5, 0.5, 100, null))
                .toList();
    }
}
