package dev.serval.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestCountersTest {
    /** The sum of a histogram and its classes belong together: averages would be wrong. */
    @Test
    void aResetLeavesNothingOfAHistogram() throws IOException {
        RequestCounters counters = new RequestCounters();
        counters.latency().took(TimeUnit.MILLISECONDS.toNanos(3));
        counters.reset();
        StringBuilder text = new StringBuilder();
        new MetricsText(text, false).latency("a", counters.latency(), counters.nanos());
        List<String> lines = text.toString().lines().toList();
        assertThat(lines).contains("a_bucket{le=\"+Inf\"} 0", "a_sum 0.0", "a_count 0");
    }
}
