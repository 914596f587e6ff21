package dev.serval.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TimeLeftTest {
    private final TimeLeft timeLeft = new TimeLeft();

    @Test
    void expectsWhatItIsToldAtFirst() {
        assertThat(timeLeft.of("a", 5, 3)).isEqualTo(15);
    }

    @Test
    void expectsWhatItHasSeenOfTheSameKind() {
        timeLeft.took("a", 5, 8);
        timeLeft.took("a", 5, 10);
        assertThat(timeLeft.of("a", 5, 2)).isEqualTo(18);
    }

    @Test
    void expectsOtherKindsToBeAsWrong() {
        timeLeft.took("a", 5, 10);
        assertThat(timeLeft.of("b", 3, 2)).isEqualTo(12);
    }

    @Test
    void showsWhatPeopleSay() {
        assertThat(TimeLeft.shown(59.4)).isEqualTo("59 s");
        assertThat(TimeLeft.shown(200)).isEqualTo("3 min 20 s");
        assertThat(TimeLeft.shown(7260)).isEqualTo("2 h 1 min");
    }
}
