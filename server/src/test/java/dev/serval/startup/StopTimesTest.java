package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** SECONDS of bin/shutdown.sh are those of the whole stop. */
class StopTimesTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @Test
    void aShortDelayIsKept() {
        StopTimes times = new StopTimes(Duration.ofSeconds(2), LONG).in(Duration.ofSeconds(10));
        assertThat(times).isEqualTo(new StopTimes(Duration.ofSeconds(2), Duration.ofSeconds(8)));
    }

    @Test
    void aLongDelayGetsHalfOfIt() {
        StopTimes times = new StopTimes(LONG, LONG).in(Duration.ofSeconds(10));
        assertThat(times).isEqualTo(new StopTimes(Duration.ofSeconds(5), Duration.ofSeconds(5)));
    }
}
