package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PaceTest {
    private final Pace pace = new Pace();

    static Pace proven() {
        Pace pace = new Pace();
        prove(pace, Pace.FEWEST);
        return pace;
    }

    private static void prove(Pace pace, int calls) {
        for (int i = 0; i < calls; i++) {
            pace.took(Pace.SHORT_NANOS - 1);
        }
    }

    @Test
    void aRouteThatNobodyKnowsIsNotShort() {
        prove(pace, Pace.FEWEST - 1);
        assertThat(pace.isShort()).isFalse();
    }

    @Test
    void soManyShortCallsInARowMakeARouteShort() {
        prove(pace, Pace.FEWEST);
        assertThat(pace.isShort()).isTrue();
    }

    @Test
    void aLongCallBreaksTheRow() {
        prove(pace, Pace.FEWEST - 1);
        pace.took(Pace.SHORT_NANOS);
        prove(pace, Pace.FEWEST - 1);
        assertThat(pace.isShort()).isFalse();
        prove(pace, 1);
        assertThat(pace.isShort()).isTrue();
    }

    @Test
    void longCallsInARowMakeAShortRouteSlow() {
        prove(pace, Pace.FEWEST);
        for (int i = 1; i < Pace.LASTING; i++) {
            pace.took(Pace.SHORT_NANOS);
            assertThat(pace.isShort()).isTrue();
        }
        pace.took(Pace.SHORT_NANOS);
        assertThat(pace.isShort()).isFalse();
        prove(pace, Pace.FEWEST);
        assertThat(pace.isShort()).isTrue();
    }

    @Test
    void longCallsNowAndThenLeaveARouteShort() {
        prove(pace, Pace.FEWEST);
        for (int i = 0; i < 3 * Pace.LASTING; i++) {
            pace.took(Pace.SHORT_NANOS);
            pace.took(Pace.SHORT_NANOS);
            pace.took(Pace.SHORT_NANOS - 1);
        }
        assertThat(pace.isShort()).isTrue();
    }

    @Test
    void aRouteThatWasSlowHasToProveItselfAgain() {
        prove(pace, Pace.FEWEST);
        pace.slow(System.nanoTime());
        assertThat(pace.isShort()).isFalse();
        prove(pace, Pace.FEWEST);
        assertThat(pace.isShort()).isTrue();
    }

    @Test
    void oneThatMayHaveBeenPreemptedNeedsNoLongerProof() {
        prove(pace, Pace.FEWEST);
        for (int i = 0; i < 10; i++) {
            pace.lasts();
            assertThat(pace.isShort()).isFalse();
            prove(pace, Pace.FEWEST - 1);
            assertThat(pace.isShort()).isFalse();
            prove(pace, 1);
            assertThat(pace.isShort()).isTrue();
        }
    }

    @Test
    void eachTimeWithinAShortWhileItTakesTwiceAsLong() {
        long now = System.nanoTime();
        prove(pace, Pace.FEWEST);
        pace.slow(now);
        prove(pace, Pace.FEWEST);
        for (int needed = 2 * Pace.FEWEST; needed <= 4 * Pace.MOST; needed *= 2) {
            pace.slow(now);
            prove(pace, Math.min(needed, Pace.MOST) - 1);
            assertThat(pace.isShort()).isFalse();
            prove(pace, 1);
            assertThat(pace.isShort()).isTrue();
        }
    }

    @Test
    void whatIsLongAgoIsForgiven() {
        long now = System.nanoTime();
        prove(pace, Pace.FEWEST);
        pace.slow(now);
        prove(pace, Pace.FEWEST);
        pace.slow(now);
        prove(pace, 2 * Pace.FEWEST);
        pace.slow(now + TimeUnit.SECONDS.toNanos(60));
        prove(pace, Pace.FEWEST);
        assertThat(pace.isShort()).isTrue();
    }
}
