package dev.serval.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A driver that says "held" of what is broken is worse than none. */
class VerdictTest {
    private record Limits(int slowest, long logBytes, long cpuMillis) implements Scenario {
        @Override
        public String name() {
            return "limits";
        }

        @Override
        public FaultPlan plan(Wire wire, int jdk) {
            return FaultPlan.USUAL;
        }

        @Override
        public void inflict(Scene scene) {
            throw new AssertionError("nothing is run");
        }
    }

    private static final Figures NONE = new Figures(1, 1, 0, 0);
    private static final Limits LIMITS = new Limits(1000, 100, 50);

    private static Tally answered(long millis, String failure) {
        Tally tally = new Tally();
        tally.add("cached", 3, null);
        tally.add("servlet", millis, failure);
        return tally;
    }

    @Test
    void whatIsWithinItsLimitsHolds() {
        Figures height = new Figures(900, 900, 100, 50);
        assertThat(Verdict.during(LIMITS, answered(1000, null), NONE, height, 0)).isEmpty();
    }

    @Test
    void anAnswerThatIsLateMissingOrNeverAskedForIsBroken() {
        assertThat(Verdict.during(LIMITS, answered(1001, null), NONE, NONE, 0))
                .containsExactly("during: servlet took 1001 ms, the limit is 1000");
        assertThat(Verdict.during(LIMITS, answered(1, "status 503"), NONE, NONE, 0))
                .containsExactly("during: servlet: status 503");
        assertThat(Verdict.during(LIMITS, new Tally(), NONE, NONE, 0)).hasSize(1);
    }

    @Test
    void answersWithoutALimitAreNotJudged() {
        Limits none = new Limits(0, 100, 0);
        Figures busy = new Figures(1, 1, 0, 99_999);
        assertThat(Verdict.during(none, answered(9999, "closed"), NONE, busy, 0)).isEmpty();
    }

    @Test
    void aFloodOfTheLogAndASpinAreBroken() {
        Figures height = new Figures(1, 1, 2048, 51);
        assertThat(Verdict.during(LIMITS, answered(1, null), NONE, height, 0))
                .containsExactly(
                        "it logged 2 KiB",
                        "it took 51 ms of the processor, 0 without the fault, the limit is 50 more");
    }

    @Test
    void whatTheQuestionsTakeWithoutTheFaultIsNotItsOwn() {
        Figures height = new Figures(1, 1, 0, 3000);
        assertThat(Verdict.during(LIMITS, answered(1, null), NONE, height, 2950)).isEmpty();
        assertThat(Verdict.during(LIMITS, answered(1, null), NONE, height, 2949)).hasSize(1);
    }

    @Test
    void afterwardsEverythingIsAsBefore() {
        Tally good = answered(1, null);
        assertThat(Verdict.after(good, "", true, NONE, new Figures(9, 61, 0, 0))).isEmpty();
        assertThat(Verdict.after(new Tally(), "idle", false, NONE, new Figures(1, 62, 0, 0)))
                .containsExactly(
                        "after: ",
                        "time-outs: left open idle",
                        "the access log does not write",
                        "descriptors leak");
    }
}
