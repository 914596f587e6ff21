package dev.serval.valve.around;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SavedSessionsTest {
    private static final Pattern FILTER = Pattern.compile("/(a|aa|aaa)+[.]css");

    @Test
    void theFilterIsForTheWholeTarget() {
        assertThat(SavedSessions.isOmitted(FILTER, "/aaaa.css")).isTrue();
        assertThat(SavedSessions.isOmitted(FILTER, "/aaaa.css?v=1")).isFalse();
    }

    /** Without a limit this one takes longer than the test may. */
    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aTargetMadeForTheExpressionDoesNotHoldAThread() {
        assertThat(SavedSessions.isOmitted(FILTER, "/" + "a".repeat(80))).isFalse();
    }
}
